// An id with a main-actor conformance. Ids are compared on any thread.
// expect: main actor-isolated conformance of 'Search.ID' to 'Hashable' cannot satisfy conformance requirement for a 'Sendable' type parameter
// isolation: MainActor
import Observation
import ViewFeature

struct Search: Feature {
  @Observable
  final class State {
    var query = ""
  }

  enum Action: Sendable {
    case go
  }

  enum ID {
    case search
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, _ in
      switch action {
      case .go: .run(id: ID.search) { state in state.query = "" }
      }
    }
  }
}
