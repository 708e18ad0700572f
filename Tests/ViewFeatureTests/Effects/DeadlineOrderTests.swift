import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Work that ends exactly at its deadline.
///
/// With a `TestClock` it is late; a system clock allows both orders.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct DeadlineOrderTests {
  struct Timed: Feature {
    @Observable @MainActor
    final class State {
      var result = ""
    }

    enum Action: Sendable {
      case work(Duration)
    }

    let clock: any Clock<Duration>

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, _ in
        guard case .work(let duration) = action else { return .none }
        return .run { [clock] state in
          try await clock.sleep(for: duration)
          state.result = "done"
        }
        .timeout(.seconds(10))
        .catch { error, state in state.result = error is TimeoutError ? "late" : "\(error)" }
      }
    }
  }

  private func result(of duration: Duration, clock: any Clock<Duration>) async -> String {
    let store = Store(initialState: Timed.State(), feature: Timed(clock: clock), clock: clock)
    let sent = store.send(.work(duration))
    if let clock = clock as? TestClock {
      await clock.waitForSleepers(count: 2)
      await clock.advance(by: .seconds(20))
    }
    await sent.value
    return store.state.result
  }

  private func results(
    of duration: Duration,
    clock: @escaping @Sendable () -> any Clock<Duration>
  ) async throws -> Set<String> {
    var results: Set<String> = []
    for seed: Int? in [nil] + (0..<200).map(Optional.some) {
      results.insert(
        try await simulate(seed: seed) { @MainActor in
          await self.result(of: duration, clock: clock())
        }
      )
    }
    return results
  }

  @Test func workThatEndsAtItsDeadlineIsDoneOrLateWithAClockOfTheSystem() async throws {
    let results = try await results(of: .seconds(10)) { ContinuousClock() }
    #expect(results == ["done", "late"])
  }

  @Test func workThatEndsAtItsDeadlineIsLateWithATestClock() async throws {
    let results = try await results(of: .seconds(10)) { TestClock() }
    #expect(results == ["late"])
  }

  @Test func workThatEndsBeforeItsDeadlineIsDone() async throws {
    let duration = Duration.seconds(10) - .nanoseconds(1)
    #expect(try await results(of: duration) { ContinuousClock() } == ["done"])
    #expect(try await results(of: duration) { TestClock() } == ["done"])
  }

  @Test func workThatEndsAfterItsDeadlineIsLate() async throws {
    let duration = Duration.seconds(10) + .nanoseconds(1)
    #expect(try await results(of: duration) { ContinuousClock() } == ["late"])
    #expect(try await results(of: duration) { TestClock() } == ["late"])
  }
}
