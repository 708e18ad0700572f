import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The waits that the error of a failed simulation lists.
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct SimulationErrorTests {
  struct Loading: Feature {
    @Observable final class State {}

    enum Action: Sendable {
      case load
    }

    let gate = Gate()

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { [gate] _, _ in .run(id: 7, name: "load") { _ in try await gate.pass() } }
    }
  }

  private func deadlock(
    _ body: @escaping @MainActor () async throws -> Void
  ) async throws -> SimulationError {
    let error = await #expect(throws: SimulationError.self) { try await simulate(body) }
    let deadlock = try #require(error)
    #expect(deadlock.reason == .deadlock)
    return deadlock
  }

  @Test func sleepersOfATestClockAreNamed() async throws {
    let error = try await deadlock {
      let clock = TestClock()
      Task { try await clock.sleep(for: .seconds(5)) }
      await clock.advance(by: .seconds(2))
      try await clock.sleep(for: .seconds(1))
    }
    #expect(
      error.waiting == [
        "A sleep on a TestClock: deadline 5 seconds; now 2 seconds",
        "A sleep on a TestClock: deadline 3 seconds; now 2 seconds",
      ]
    )
    #expect(error.description.hasSuffix(error.waiting.map { "\n  \($0)" }.joined()))
  }

  @Test func waitersForSleepersAreNamed() async throws {
    let location = #_sourceLocation
    let error = try await deadlock {
      await TestClock().waitForSleepers(count: 2, sourceLocation: location)
    }
    #expect(
      error.waiting == [
        "waitForSleepers(count: 2) at \(location): no task is sleeping on this clock (now 0 seconds)"
      ]
    )
  }

  @Test func waitersForElementsAreNamed() async throws {
    let location = #_sourceLocation
    let error = try await deadlock {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let recorder = StreamRecorder(stream)
      continuation.yield(1)
      async let all = recorder.allElements(sourceLocation: location)
      _ = await recorder.elements(count: 2, sourceLocation: location)
      _ = try await all
    }
    #expect(
      Set(error.waiting) == [
        "elements(count: 2) at \(location): received 1",
        "allElements() at \(location): received 1, and the sequence hasn't ended",
      ]
    )
  }

  @Test func effectsOfATestStoreAreNamed() async throws {
    let line = LockIsolated<UInt>(0)
    let error = try await deadlock {
      let store = TestStore(initialState: Loading.State(), feature: Loading())
      store.exhaustivity = .on
      line.setValue(#line + 1)
      let sent = store.store.send(.load)
      await sent.value
    }
    try #require(error.waiting.count == 1)
    let start =
      "\"load\" (id: 7) of load, sent at StateTestingTests/SimulationErrorTests.swift:\(line.value),"
    #expect(error.waiting[0].hasPrefix(start))
  }

  @Test(.onDebugBuilds) func effectsOfAStoreAreNamed() async throws {
    let line = LockIsolated<UInt>(0)
    let error = try await deadlock {
      let store = Store(initialState: Loading.State(), feature: Loading())
      line.setValue(#line + 1)
      await store.send(.load).value
    }
    try #require(error.waiting.count == 1)
    let start =
      "\"load\" (id: 7) of load, sent at StateTestingTests/SimulationErrorTests.swift:\(line.value),"
    #expect(error.waiting[0].hasPrefix(start))
  }

  @MainActor
  @Test func effectsOfATestStoreOutsideAreNotNamed() async throws {
    let feature = Loading()
    let store = TestStore(initialState: Loading.State(), feature: feature)
    store.exhaustivity = .off
    let sent = store.store.send(.load)
    let error = try await deadlock { await Gate().wait() }
    #expect(error.waiting.isEmpty)
    feature.gate.open()
    await sent.value
  }

  @Test func tasksThatContinueAreNotNamed() async throws {
    let error = try await deadlock {
      let clock = TestClock()
      let recorder = StreamRecorder(AsyncStream<Int> { $0.finish() })
      Task { try await clock.sleep(for: .seconds(5)) }
      await clock.waitForSleepers()
      await clock.run()
      _ = await recorder.elements(count: 1)
      _ = try await recorder.allElements()
      do {
        let store = TestStore(initialState: Loading.State(), feature: Loading())
        store.exhaustivity = .off
        let sent = store.store.send(.load)
        sent.cancel()
        await sent.value
      }
      await Gate().wait()
    }
    #expect(error.waiting.isEmpty)
    #expect(!error.description.contains("Waiting"))
  }
}
