// swift-format-ignore-file
import ViewFeature

// Each state stands in a feature, because that is what it has to be good for.

enum S3State {
  // App types
  struct Item: Comparable, Sendable {
    let name: String
    var isActive = true

    static func < (one: Item, other: Item) -> Bool { one.name < other.name }
  }

  struct User: Equatable, Sendable {
    let name: String
  }

  struct ShoppingCart {}
  struct Notification {}

  struct ListFeature: Feature {
    // S3-1 (L16)
    @Observable
    final class State {
        var items: [Item] = []
        var isLoading = false
    }

    enum Action: Sendable { case load }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.items = [Item(name: "a")]
        return .none
      }
    }
  }

  struct CounterFeature: Feature {
    // S3-3 (L37)
    @Observable
    final class State {
        var count = 0
        var user: User?
    }

    enum Action: Sendable { case count }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.count += 1
        return .none
      }
    }
  }

  enum Focused {
    // S3-5 (L57)
    struct UserProfileFeature: Feature {
        @Observable
        final class State {
            var user: User?
            var isEditing = false
            var isSaving = false
        }

        // edit: what a feature needs besides
        enum Action: Sendable { case edit }

        func handle() -> ActionHandler<Action, State> {
            ActionHandler { _, state in
                state.isEditing = true
                return .none
            }
        }
    }
  }

  enum Mixed {
    // S3-6 (L69)
    struct AppFeature: Feature {
        @Observable
        final class State {
            var user: User?
            var cart: ShoppingCart?  // Different domain
            var notifications: [Notification] = []  // Different domain
        }

        // edit: what a feature needs besides
        enum Action: Sendable { case load }

        func handle() -> ActionHandler<Action, State> {
            ActionHandler { _, _ in .none }
        }
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

    enum Action: Sendable { case loaded([Item]) }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .loaded(let items):
          state.items = items
          state.filteredItems = items.filter { $0.isActive }.sorted()
          return .none
        }
      }
    }
  }

  enum Recomputed {
    // An item that says when it is looked at.
    struct Item: Comparable {
      let name: String
      var look: () -> Void

      var isActive: Bool {
        look()
        return true
      }

      static func == (one: Item, other: Item) -> Bool { one.name == other.name }
      static func < (one: Item, other: Item) -> Bool { one.name < other.name }
    }

    // S3-34 (L483)
    @Observable
    final class State {
        var items: [Item] = []

        // ⚠️ Recomputed on every access
        var filteredItems: [Item] {
            items.filter { $0.isActive }.sorted()
        }
    }
  }
}
