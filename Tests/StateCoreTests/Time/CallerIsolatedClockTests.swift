import StateCore
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct CallerIsolatedClockTests {
  @Test func aTestClockThatIsStoredAsAnyClockKeepsTheSleeperOnItsActor() async throws {
    let clock = TestClock()
    let stored: any Clock<Duration> = clock
    var log: [Int] = []
    let task = ImmediateTask.start { @MainActor in
      for number in 1... {
        do { try await stored.pause(for: .seconds(1)) } catch { break }
        log.append(number)
      }
    }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(3))
    #expect(log == [1, 2, 3])
    task.cancel()
    await task.value
  }

  @Test func otherClocksSleepAsEver() async throws {
    let clock = OtherClock()
    try await clock.pause(for: .seconds(3))
    #expect(clock.requests.value == [.seconds(3)])
  }

  private struct OtherClock: Clock {
    let requests = LockIsolated<[Duration]>([])
    var now: TestInstant { TestInstant() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
      requests.withValue { $0.append(deadline.offset) }
    }
  }
}
