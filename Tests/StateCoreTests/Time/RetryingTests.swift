import StateCore
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RetryingTests {
  private struct Failure: Error, Equatable {
    var attempt = 0
  }

  private func failing(_ attempts: LockIsolated<Int>) throws {
    attempts.withValue { $0 += 1 }
    throw Failure(attempt: attempts.value)
  }

  @Test func whatSucceedsIsRunOnce() async throws {
    let clock = TestClock()
    var attempts = 0
    let value = try await retrying(.constant(.seconds(1)), clock: clock) {
      attempts += 1
      return "value"
    }
    #expect(value == "value")
    #expect(attempts == 1)
  }

  @Test func aCancellationIsNeverRetried() async {
    var attempts = 0
    let policy = RetryPolicy.immediate(maxAttempts: 3).retrying { _ in true }
    await #expect(throws: CancellationError.self) {
      try await retrying(policy, clock: ImmediateClock()) {
        attempts += 1
        throw CancellationError()
      }
    }
    #expect(attempts == 1)
  }

  @Test func attemptsArePausedAsThePolicySays() async {
    let clock = ImmediateClock()
    var times: [Duration] = []
    await #expect(throws: Failure(attempt: 4)) {
      try await retrying(
        .exponentialBackoff(base: .seconds(1), maxAttempts: 4, jitter: 0),
        clock: clock
      ) {
        times.append(clock.now.offset)
        throw Failure(attempt: times.count)
      }
    }
    #expect(times == [.zero, .seconds(1), .seconds(3), .seconds(7)])
  }

  @Test func eachPauseHasASeparateNumber() async {
    let clock = ImmediateClock()
    var numbers = [1, 0.5, 0]
    var times: [Duration] = []
    await #expect(throws: Failure.self) {
      try await retrying(
        .constant(.seconds(4), maxAttempts: 4, jitter: 1),
        clock: clock,
        random: { numbers.popLast() ?? 0 },
        operation: {
          times.append(clock.now.offset)
          throw Failure()
        }
      )
    }
    #expect(times == [.zero, .seconds(4), .seconds(6), .seconds(6)])
  }

  @Test func successEndsTheAttempts() async throws {
    let clock = ImmediateClock()
    var attempts = 0
    let value = try await retrying(.constant(.seconds(1), maxAttempts: 9), clock: clock) {
      attempts += 1
      if attempts < 3 { throw Failure() }
      return attempts
    }
    #expect(value == 3)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func anErrorThatIsNotRetriedIsThrownAtOnce() async {
    let attempts = LockIsolated(0)
    await #expect(throws: Failure(attempt: 2)) {
      try await retrying(
        .immediate(maxAttempts: 9).retrying { $0 as? Failure == Failure(attempt: 1) },
        clock: ImmediateClock()
      ) { try failing(attempts) }
    }
    #expect(attempts.value == 2)
  }

  @Test func cancellationThrownByTheOperationIsNotRetried() async {
    var attempts = 0
    await #expect(throws: CancellationError.self) {
      try await retrying(.immediate(maxAttempts: 9), clock: ImmediateClock()) {
        attempts += 1
        throw CancellationError()
      }
    }
    #expect(attempts == 1)
  }

  @Test func cancellationEndsThePauseAtOnce() async {
    let clock = TestClock()
    let attempts = LockIsolated(0)
    let task = Task {
      try await retrying(.constant(.seconds(60)), clock: clock) { try failing(attempts) }
    }
    await clock.waitForSleepers()
    task.cancel()
    #expect(clock.sleeperCount == 0)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(attempts.value == 1)
  }

  @Test func anAttemptThatFailsAfterACancellationIsTheLast() async {
    let attempts = LockIsolated(0)
    let task = Task {
      try await retrying(.immediate(maxAttempts: 9), clock: ImmediateClock()) {
        if attempts.value == 1 { withUnsafeCurrentTask { $0?.cancel() } }
        try failing(attempts)
      }
    }
    await #expect(throws: Failure(attempt: 2)) { try await task.value }
  }

  @Test func aCancellationThatTheClockDidNotSeeIsSeenBeforeTheNextAttempt() async {
    let attempts = LockIsolated(0)
    let policy = RetryPolicy.immediate(maxAttempts: 9).retrying { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return true
    }
    let task = Task {
      try await retrying(policy, clock: ImmediateClock()) { try failing(attempts) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(attempts.value == 1)
  }

  @Test func anActorRetriesWithItsOwnState() async throws {
    #expect(try await Counter().countToThree() == 3)
  }

  @MainActor
  @Test func theMainActorRetriesWithItsOwnState() async throws {
    let clock = ImmediateClock()
    let box = Box()
    let same = try await retrying(.constant(.seconds(1)), clock: clock) {
      MainActor.assertIsolated()
      box.count += 1
      await Task.yield()
      MainActor.assertIsolated()
      if box.count < 3 { throw Failure() }
      return box
    }
    #expect(same.count == 3)
  }

  private final class Box {
    var count = 0
  }

  private actor Counter {
    private let box = Box()
    private var count = 0

    func countToThree() async throws -> Int {
      let result = try await retrying(.constant(.seconds(1)), clock: ImmediateClock()) {
        assertIsolated()
        count += 1
        box.count += 1
        await Task.yield()
        assertIsolated()
        if count < 3 { throw Failure() }
        return box
      }
      return result.count
    }
  }
}
