// swift-format-ignore-file
import ViewFeature

enum S4LoggingMiddleware {
  // S4-5 (L234)
  struct MyFeature: StoreFeature {
    @Observable
    final class State {
      var count = 0
    }

  enum Action: Sendable {
    case increment
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
        case .increment:
        state.count += 1
        return .none
      }
  }
  .use(LoggingMiddleware(category: "MyFeature"))
  }
  }
}
