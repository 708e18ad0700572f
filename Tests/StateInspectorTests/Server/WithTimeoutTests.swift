#if Inspector
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct WithTimeoutTests {
  private struct Failure: Error {}

  @Test func aValueInTimeIsReturnedAndTheTimerIsRemoved() async throws {
    let clock = TestClock()
    let value = try await withTimeout(.seconds(5), clock: clock) {
      await clock.waitForSleepers()
      return "value"
    }
    #expect(value == "value")
    #expect(clock.sleeperCount == 0)
    #expect(clock.now.offset == .zero)
  }

  @Test func anErrorInTimeIsThrownAndTheTimerIsRemoved() async {
    let clock = TestClock()
    await #expect(throws: Failure.self) {
      try await withTimeout(.seconds(5), clock: clock) {
        await clock.waitForSleepers()
        throw Failure()
      }
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func whatIsLateIsCancelled() async {
    let clock = TestClock()
    let end = LockIsolated("")
    let task = Task {
      try await withTimeout(.seconds(5), clock: clock) {
        do {
          try await clock.sleep(for: .seconds(60))
        } catch {
          end.setValue("\(type(of: error))")
        }
      }
    }
    await clock.waitForSleepers(count: 2)
    await clock.advance(by: .seconds(5))
    await #expect(throws: TimeoutError(duration: .seconds(5))) { try await task.value }
    #expect(end.value == "CancellationError")
    #expect(clock.sleeperCount == 0)
  }

  @Test func theTimeMayHaveBegunBefore() async {
    let clock = TestClock()
    let deadline = clock.deadline(after: .seconds(5))
    await clock.advance(by: .seconds(5))
    await #expect(throws: TimeoutError(duration: .seconds(5))) {
      try await withTimeout(.seconds(5), until: deadline) {
        try await clock.sleep(for: .seconds(1))
      }
    }
  }

  @Test func aTimeThatIsTooLongForAnyClockIsIgnored() async throws {
    for clock in [ContinuousClock(), TestClock()] as [any Clock<Duration>] {
      #expect(try await withTimeout(.seconds(Int64.max), clock: clock) { 1 } == 1)
    }
  }

  @Test func timeThatHasNotPassedIsNotOver() async throws {
    let clock = TestClock()
    let task = Task {
      try await withTimeout(.seconds(5), clock: clock) { try await clock.sleep(for: .seconds(4)) }
    }
    await clock.waitForSleepers(count: 2)
    await clock.advance(by: .seconds(4))
    try await task.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func theEndOfTheOperationIsAwaitedAndWhatItReturnsIsDropped() async {
    let clock = TestClock()
    let isReleased = Gate()
    let hasSeenCancellation = Gate()
    let hasEnded = LockIsolated(false)
    let task = Task {
      defer { #expect(hasEnded.value) }
      return try await withTimeout(.seconds(5), clock: clock) {
        await Gate().wait()
        hasSeenCancellation.open()
        // A separate task, so that the cancellation doesn't end the waiting.
        await Task { await isReleased.wait() }.value
        hasEnded.setValue(true)
        return "late"
      }
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(5))
    await hasSeenCancellation.wait()
    isReleased.open()
    await #expect(throws: TimeoutError.self) { try await task.value }
  }

  @Test func theCallersCancellationReachesTheOperation() async {
    let clock = TestClock()
    let task = Task {
      try await withTimeout(.seconds(5), clock: clock) { try await clock.sleep(for: .seconds(1)) }
    }
    await clock.waitForSleepers(count: 2)
    task.cancel()
    #expect(clock.sleeperCount == 0)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(.simulated(seeds: 0..<50))
  func afterTheCallersCancellationTheOperationsValueStands() async throws {
    let clock = TestClock()
    let task = Task {
      try await withTimeout(.seconds(5), clock: clock) {
        await Gate().wait()
        // In some orders, the timer stops first.
        await Task.yield()
        return "rest"
      }
    }
    await clock.waitForSleepers()
    task.cancel()
    #expect(try await task.value == "rest")
  }

  @Test func aCallerThatIsCancelledAlreadyIsNotTimedOut() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withTimeout(.seconds(5), clock: TestClock()) { Task.isCancelled }
    }
    #expect(try await task.value)
  }

  @Test func theOperationRunsOnItsOwnActor() async throws {
    let isMain = try await withTimeout(.seconds(5), clock: TestClock()) { @MainActor in
      MainActor.assertIsolated()
      return true
    }
    #expect(isMain)
  }

  @Test func theClockMayBeOfAnyType() async throws {
    let clock: any Clock<Duration> = TestClock()
    let value = try await withTimeout(.seconds(5), clock: clock) {
      try await retrying(.immediate(), clock: clock) { 1 }
    }
    #expect(value == 1)
  }
}
#endif
