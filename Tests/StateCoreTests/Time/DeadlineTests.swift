import StateCore
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct DeadlineTests {
  private let clock = TestClock()

  @Test func theTimeBeginsWhereItIsTaken() async throws {
    let stored: any Clock<Duration> = clock
    let deadline = stored.deadline(after: .seconds(3))
    await clock.advance(by: .seconds(2))
    let task = ImmediateTask.start { @MainActor in try? await deadline.pause() }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    await task.value
  }

  @Test func aPassedDeadlineDelaysNoOne() async throws {
    let deadline = clock.deadline(after: .seconds(3))
    await clock.advance(by: .seconds(5))
    try await deadline.pause()
    try await clock.pause(for: .seconds(-1))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func whoWaitsForItStaysOnItsActor() async {
    let deadline = clock.deadline(after: .seconds(1))
    var hasGoneOn = false
    let task = ImmediateTask.start { @MainActor in
      try? await deadline.pause()
      hasGoneOn = true
    }
    await clock.advance(by: .seconds(1))
    #expect(hasGoneOn)
    await task.value
  }

  @Test func aCancelEndsTheWait() async {
    let deadline = clock.deadline(after: .seconds(1))
    let task = Task { try await deadline.pause() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(1e12), .zero])
  func noDurationIsTooLong(duration: Duration) async {
    for clock in [ContinuousClock(), SuspendingClock(), TestClock()] as [any Clock<Duration>] {
      let deadline = clock.deadline(after: duration)
      let task = Task { try await deadline.pause() }
      task.cancel()
      _ = await task.result
    }
  }

  @Test func clocksOfAnyKindAreWaitedFor() async throws {
    let start = ContinuousClock.now
    try await ContinuousClock().deadline(after: .milliseconds(5)).pause()
    #expect(ContinuousClock.now - start >= .milliseconds(5))
  }
}
