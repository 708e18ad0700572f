import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The timeout of a test store inside simulations, where time is virtual.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)), .simulated(seeds: 0..<20))
struct TestStoreTimeoutTests {
  private let assertions = RecordingAssertions()

  private func makeStore(_ exhaustivity: Exhaustivity) -> TestStore<Patient> {
    let store = TestStore(
      initialState: Patient.State(),
      feature: Patient(),
      assertionProvider: assertions
    )
    store.exhaustivity = exhaustivity
    return store
  }

  @Test func anEffectThatSleepsForAnHourIsReceived() async {
    let store = makeStore(.on)
    await store.send(.sleep)
    await store.receive(.woken) { $0.count = 1 }
    await store.send(.sleep)
    await store.receive(.woken) { $0.count = 2 }
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func sendAndFinishWaitForAnHourToo() async {
    let store = makeStore(.off)
    await store.send(.sleep) { $0.count = 1 }
    let task = await store.send(.sleep)
    await task.finish()
    await store.finish { $0.count = 2 }
    #expect(assertions.messages == [])
  }

  @Test func anEffectThatNothingCanEndIsReportedAfterTheTimeout() async {
    let store = makeStore(.on)
    store.timeout = .seconds(3)
    let start = ContinuousClock.now
    await store.send(.waitForNothing)
    await store.receive(.woken)
    #expect(ContinuousClock.now - start == .seconds(3))
    #expect(
      assertions.messages.first?.hasPrefix("woken was not received within 3 seconds. Running:")
        == true
    )
  }

  @Test func theTimeOfSleepingWorkComesFirst() async {
    let store = makeStore(.on)
    let start = ContinuousClock.now
    await store.send(.waitForNothing)
    await store.send(.sleep)
    await store.receive(.woken) { $0.count = 1 }
    #expect(ContinuousClock.now - start == .seconds(3600))
    await store.finish()
    #expect(ContinuousClock.now - start == .seconds(3610))
    #expect(assertions.messages.count == 1)
  }
}

@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct TestStoreStepLimitTests {
  @Test func workThatNeverStopsIsNamedAtTheStepLimit() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, stepLimit: 2000) { @MainActor in
        let store = TestStore(initialState: Patient.State(), feature: Patient())
        store.exhaustivity = .on
        await store.send(.tick)
        await store.finish()
      }
    }
    #expect(error?.reason == .stepLimit)
    #expect(error?.waiting.first?.contains("tick") == true)
    #expect(error?.description.contains("tick") == true)
  }
}

private struct Patient: Feature {
  @Observable @MainActor
  final class State: SnapshotState {
    var count = 0

    static let snapshotFields = SnapshotFields<State> { SnapshotField("count", \.count) }
  }

  enum Action: Equatable, Sendable {
    case sleep
    case woken
    case waitForNothing
    case tick
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .sleep:
        return .run { _, send in
          try await ContinuousClock().sleep(for: .seconds(3600))
          send(.woken)
        }
      case .woken:
        state.count += 1
        return .none
      case .waitForNothing:
        return .run { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      case .tick:
        return .run { _ in
          while true { try await ContinuousClock().sleep(for: .seconds(1)) }
        }
      }
    }
  }
}
