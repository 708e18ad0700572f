import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

struct ActionRunTests {
  private let run = ActionRun()

  @Test func aCancelReachesATaskThatIsAttachedLater() async {
    run.cancel()
    let task = makeTask()
    run.attach(task)
    #expect(task.isCancelled)
    _ = await task.value
  }

  @Test func aCancelReachesTheAttachedTask() async {
    let task = makeTask()
    run.attach(task)
    #expect(!task.isCancelled)
    run.cancel()
    #expect(task.isCancelled)
    #expect(run.isCancelled)
    _ = await task.value
  }

  @Test func onlyTheFirstDecisionCounts() async {
    run.drop()
    run.begin(at: 1)
    #expect(await run.turn() == nil)
    let other = ActionRun()
    other.begin(at: 3)
    other.drop()
    #expect(await other.turn() == 3)
  }

  @Test(arguments: [nil, 7])
  func aWaitHearsOfTheDecision(place: Int?) async {
    let turn = Task { [run] in await run.turn() }
    await Task.yield()
    if let place { run.begin(at: place) } else { run.drop() }
    #expect(await turn.value == place)
    #expect(run.isCancelled == (place == nil))
  }

  @Test func workWhoseTimeIsUpIsCancelledAndLate() async {
    let clock = TestClock()
    let task = makeTask()
    _ = run.startTimer(.seconds(5), clock: clock)
    run.attach(task)
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(5))
    #expect(task.isCancelled)
    #expect(run.end())
    #expect(!run.isCancelled)
    _ = await task.value
  }

  @Test func timeThatIsUpBeforeTheTaskIsAttachedCancelsItToo() async {
    _ = run.startTimer(.zero, clock: TestClock())
    let task = makeTask()
    run.attach(task)
    #expect(task.isCancelled)
    _ = await task.value
  }

  @Test func workThatHasEndedIsNotLate() {
    #expect(!run.end())
    _ = run.startTimer(.zero, clock: TestClock())
    #expect(!run.end())
  }

  @Test func theLongestTimeDoesNotOverflow() {
    run.startTimer(.seconds(Int64.max), clock: ContinuousClock()).cancel()
    #expect(!run.end())
  }

  private func makeTask() -> Task<ActionRun.Outcome, Never> {
    Task {
      await Gate().wait()
      return .success(())
    }
  }
}
