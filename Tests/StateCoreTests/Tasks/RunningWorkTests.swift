import StateCore
import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RunningWorkTests {
  private let work = RunningWork()

  @Test func aTimerThatIsNoLongerNeededIsCancelled() throws {
    let clock = InterruptedClock { [work] _ in work.cancel("a") }
    let id = try #require(work.begin(debounced(below: work.insertOwner()), clock: clock))
    #expect(work.isCancelled(id) == true)
    #expect(clock.cancelCount == 1)
  }

  @Test func aTimerThatFiresWhileItIsStartedIsReleased() throws {
    let clock = InterruptedClock { $0() }
    let id = try #require(work.begin(debounced(below: work.insertOwner()), clock: clock))
    #expect(work.isRunning("a"))
    #expect(clock.cancelCount == 1)
    work.end(id)
  }

  @Test func aTimerThatIsNeededContinues() throws {
    let clock = InterruptedClock { _ in }
    let id = try #require(work.begin(debounced(below: work.insertOwner()), clock: clock))
    #expect(clock.cancelCount == 0)
    work.cancel(id)
    #expect(clock.cancelCount == 1)
  }

  private func debounced(below owner: RunningWork.ID) -> WorkRequest {
    WorkRequest(parent: owner, key: "a", rule: .debounce(.seconds(1)))
  }
}

/// A clock that performs an action while a timer is being started.
private final class InterruptedClock: Clock, TimerClock {
  private let whileStarting: @Sendable (_ fire: @Sendable () -> Void) -> Void
  private let cancels = LockIsolated(0)

  init(whileStarting: @escaping @Sendable (_ fire: @Sendable () -> Void) -> Void) {
    self.whileStarting = whileStarting
  }

  var cancelCount: Int { cancels.value }
  let now = TestInstant()
  let minimumResolution = Duration.zero

  func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {}

  func startTimer(after duration: Duration, _ fire: @escaping @Sendable () -> Void) -> ClockTimer {
    whileStarting(fire)
    return ClockTimer { [cancels] in cancels.withValue { $0 += 1 } }
  }
}
