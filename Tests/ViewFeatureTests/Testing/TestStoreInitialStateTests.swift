import Foundation
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The expression that creates the state of a test.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreInitialStateTests {
  private let date = Date(timeIntervalSince1970: 7)

  @Test func itHasTheEnvironmentOfTheTestStore() async {
    let evaluations = LockIsolated(0)
    func makeState() -> Stamped.State {
      evaluations.withValue { $0 += 1 }
      return Stamped.State()
    }
    let store = TestStore(
      initialState: makeState(),
      feature: Stamped(),
      environment: .controlled(now: date)
    )
    store.exhaustivity = .on
    #expect(store.state.date == date)
    #expect(store.state.id.uuidString.hasSuffix("0"))
    // The expectation is made on a second object with the same values, which doesn't affect the first handler.
    await store.send(.stamp) { $0.next = "00000000-0000-0000-0000-000000000001" }
    await store.finish()
    #expect(evaluations.value == 2)
  }

  @Test func oneThatIsNotComparedAsAWholeIsMadeOnce() async {
    let evaluations = LockIsolated(0)
    func makeState() -> Plain.State {
      evaluations.withValue { $0 += 1 }
      return Plain.State()
    }
    let store = TestStore(initialState: makeState(), feature: Plain())
    await store.send(.count, expecting: \.count, toBe: 1)
    #expect(evaluations.value == 1)
  }
}

private struct Stamped: Feature {
  @MainActor @Observable final class State: SnapshotState {
    let id = StoreEnvironment.current.uuid()
    let date = StoreEnvironment.current.now
    var next = ""

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("id", \.id)
      SnapshotField("date", \.date)
      SnapshotField("next", \.next)
    }
  }

  enum Action: Sendable {
    case stamp
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, state in
      state.next = "\(StoreEnvironment.current.uuid())"
      return .none
    }
  }
}

private struct Plain: Feature {
  @MainActor @Observable final class State {
    var count = 0
  }

  enum Action: Sendable {
    case count
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, state in
      state.count += 1
      return .none
    }
  }
}
