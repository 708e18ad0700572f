import ScreenStateKit
import StateTestSupport
import Testing

/// The scenarios of `ScreenStoreRandomTests` on all threads.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreThreadsTests {
  @Test(.notRepeated, arguments: 0..<200)
  func theStoreDoesWhatTheReferenceDoes(seed: Int) async {
    let run = await StepRun(seed: seed)
    await run.doEverything()
  }

  /// Binds another state at each of many places of an action that changes its state all the time.
  @Test(.notRepeated) func anActionThatBeganForOneStateChangesNoOther() async {
    let states = [RebindState(), RebindState()]
    let store = RebindStore()
    await Task.detached {
      for round in 0..<300 {
        await store.bind(to: states[round % 2])
        let sent = store.send(.change)
        for _ in 0..<(round % 40) { await Task.yield() }
        await store.bind(to: states[(round + 1) % 2])
        _ = try? await sent.value
      }
    }
    .value
    #expect(store.changes.own > 0)
    #expect(store.changes.others == 0)
  }
}

@Observable @MainActor
private final class RebindState: ScreenState, StateUpdatable {}

@MainActor
private final class Changes {
  var own = 0
  var others = 0

  nonisolated init() {}
}

private actor RebindStore: ScreenStore {
  enum Action: ActionLockable, ExecutionPolicyProviding, Hashable {
    case change

    var executionPolicy: ExecutionPolicy { .concurrent }
  }

  nonisolated let binding = ScreenBinding<RebindState>()
  nonisolated let changes = Changes()

  func perform(_ action: Action) async throws {
    guard let begun = viewState else { return }
    while true {
      try await updateState { [changes] state in
        if state === begun { changes.own += 1 } else { changes.others += 1 }
      }
    }
  }
}
