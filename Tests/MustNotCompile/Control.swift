// swift-format-ignore-file
// Must compile: the three rejected files with the reason for their rejection taken away.
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
