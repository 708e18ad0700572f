import StateCore
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TimeLimitTests {
  private let clock = TestClock()
  private let limit = TimeLimit()
  private let cancels = LockIsolated(0)

  @Test func workThatTakesLongerIsCancelledAndLate() async {
    #expect(!limit.begin())
    start()
    await clock.advance(by: .seconds(4))
    #expect(!limit.hasPassed)
    await clock.advance(by: .seconds(1))
    #expect(limit.hasPassed)
    #expect(cancels.value == 1)
  }

  @Test func whatIsCancelledSeesThatItIsLate() async {
    let wasLate = LockIsolated(false)
    _ = limit.begin()
    limit.start(clock, after: .seconds(5)) { [limit] in
      wasLate.setValue(limit.hasPassed)
      return true
    }
    await clock.advance(by: .seconds(5))
    #expect(wasLate.value)
  }

  @Test func workThatHasEndedIsNotLate() async {
    _ = limit.begin()
    start()
    limit.stop()
    #expect(clock.sleeperCount == 0)
    await clock.advance(by: .seconds(5))
    #expect(!limit.hasPassed)
    #expect(cancels.value == 0)
  }

  @Test func missingWorkIsNotLate() async {
    _ = limit.begin()
    start(canCancel: false)
    await clock.advance(by: .seconds(5))
    #expect(!limit.hasPassed)
  }

  @Test func workThatBeginsTooLateIsNotified() async {
    start()
    await clock.advance(by: .seconds(5))
    #expect(cancels.value == 0)
    #expect(limit.begin())
  }

  @Test func theEndMayComeBeforeTheStart() async {
    limit.stop()
    start()
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(1e12)])
  func noDurationIsTooLong(duration: Duration) {
    for clock in [ContinuousClock(), SuspendingClock(), clock] as [any Clock<Duration>] {
      let limit = TimeLimit()
      limit.start(clock, after: duration) { true }
      limit.stop()
      #expect(!limit.hasPassed)
    }
  }

  @MainActor @Test func workThatEndsBeforeABusyMainActorSeesTheTimePassIsNotLate() async {
    _ = limit.begin()
    // A clock that doesn't need the main actor.
    let clock = ContinuousClock()
    let start = clock.now
    limit.start(clock, after: .milliseconds(1), onMainActor: true) { true }
    while start.duration(to: clock.now) < .milliseconds(20) {}
    limit.stop()
    await Task { @MainActor in }.value
    #expect(!limit.hasPassed)
  }

  private func start(canCancel: Bool = true) {
    limit.start(clock, after: .seconds(5)) { [cancels] in
      cancels.withValue { $0 += 1 }
      return canCancel
    }
  }
}
