import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ImmediateClockTests {
  @Test func timeJumpsToTheDeadline() async throws {
    let clock = ImmediateClock(now: TestInstant(offset: .seconds(1)))
    try await clock.sleep(for: .seconds(60))
    #expect(clock.now.offset == .seconds(61))
    try await clock.sleep(until: TestInstant(offset: .seconds(100)))
    #expect(clock.now.offset == .seconds(100))
  }

  @Test func timeDoesNotGoBack() async throws {
    let clock = ImmediateClock(now: TestInstant(offset: .seconds(5)))
    try await clock.sleep(until: TestInstant(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func whoIsCancelledDoesNotSleep() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  @MainActor
  @Test func aLoopWithoutEndLeavesItsActorToOthers() async {
    let clock = ImmediateClock()
    let loop = Task { @MainActor in
      while true { try await clock.sleep(for: .seconds(1)) }
    }
    let other = Task { @MainActor in loop.cancel() }
    await other.value
    await #expect(throws: CancellationError.self) { try await loop.value }
  }
}
