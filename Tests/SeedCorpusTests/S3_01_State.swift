// swift-format-ignore-file
import ViewFeature

// Each state stands in a feature, because that is what it has to be good for.

enum S3State {
  // App types
  struct Item: Sendable {}
  struct User: Sendable {}

  struct ListFeature: Feature {
    // S3-1 (L16)
    @Observable
    final class State {
        var items: [Item] = []
        var isLoading = false
    }

    enum Action: Sendable { case load }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }

  struct CounterFeature: Feature {
    // S3-3 (L37)
    @Observable
    final class State {
        var count = 0
        var user: User?
    }

    enum Action: Sendable { case load }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }

  struct DefaultsFeature: Feature {
    // S3-7 (L85)
    @Observable
    final class State {
        var items: [Item] = []  // Empty array default
        var isLoading = false   // False default
        var errorMessage: String?  // nil is fine for optional

        init(items: [Item] = []) {
            self.items = items
        }
    }

    enum Action: Sendable { case load }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }

  struct DerivedDataFeature: Feature {
    // S3-33 (L472)
    @Observable
    final class State {
        var items: [Item] = []
        var filteredItems: [Item] = []  // Cached

        // Update filteredItems when items change
    }

    enum Action: Sendable { case load }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }
}
