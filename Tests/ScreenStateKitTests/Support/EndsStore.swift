import ScreenStateKit
import StateTestSupport
import StateTesting

/// A store whose actions end after some turns, with or without an error.
actor EndsStore: ScreenStore {
  final class State: ScreenState, StateUpdatable {}

  struct Failure: Error {
    let id: Int
  }

  struct Action: ActionLockable, LoadingTrackable, ExecutionPolicyProviding {
    let id: Int
    var turns = 1
    var fails = true
    var canTrackLoading = false
    var executionPolicy = ExecutionPolicy.restart

    var lockKey: AnyHashable { "ends" }
  }

  nonisolated let binding = ScreenBinding<State>(clock: ImmediateClock())

  func perform(_ action: Action) async throws {
    for _ in 0..<action.turns { await Task.yield() }
    if action.fails { throw Failure(id: action.id) }
  }
}
