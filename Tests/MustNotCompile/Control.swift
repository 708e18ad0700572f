// swift-format-ignore-file
// Must compile: the three rejected files without the reasons for their rejection.
import ViewFeature

struct ItemsFeature: Feature {
  struct Item: Sendable {}

  @Observable
  final class State {
    var items: [Item] = []
  }

  enum Action: Sendable {
    case dataLoaded([Item])
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .dataLoaded(let items):
        state.items = items
        return .none
      }
    }
  }
}
