// An effect that sends but omits the state. The compiler suggests the form with both.
// expect: 'run(name:operation:)' is unavailable: To send actions, write `.run { state, send in … }`.
// expect: 'run(id:name:operation:)' is unavailable: To send actions, write `.run(id:) { state, send in … }`.
import Observation
import ViewFeature

struct Search: Feature {
  @Observable @MainActor
  final class State {
    var query = ""
  }

  enum Action: Sendable {
    case go
    case again
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, _ in
      switch action {
      case .go: return .run { send in send(.again) }
      case .again:
        return .run(id: "again") { send in
          await Task.yield()
          send(.go)
        }
      }
    }
  }
}
