import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

struct ActionRunTests {
  private let line = ActionLine()
  private let run: ActionRun

  init() {
    run = ActionRun(of: "action", Self.self, in: line)
  }

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
    run.begin()
    #expect(await run.turn() == nil)
    let other = ActionRun(of: "action", Self.self, in: line)
    other.begin()
    other.drop()
    #expect(await other.turn() == 2)
  }

  /// The ledger grants the turns in order, and two threads report them.
  @Test func aRunHasItsPlaceFromItsTurn() async {
    let second = ActionRun(of: "action", Self.self, in: line)
    run.grant()
    second.grant()
    second.begin()
    run.begin()
    #expect(await run.turn() == 1)
    #expect(await second.turn() == 2)
  }

  @Test(arguments: [true, false])
  func aWaitIsNotifiedOfTheDecision(begins: Bool) async {
    let turn = Task { [run] in await run.turn() }
    await Task.yield()
    if begins { run.begin() } else { run.drop() }
    #expect(await turn.value == (begins ? 1 : nil))
    #expect(run.isCancelled == !begins)
  }

  @Test func workWhoseTimeIsUpIsCancelledAndLate() async {
    let clock = TestClock()
    let task = makeTask()
    let limit = run.limit(to: .seconds(5), clock: clock)
    run.attach(task)
    #expect(!limit.hasPassed)
    await clock.advance(by: .seconds(5))
    #expect(task.isCancelled)
    #expect(limit.hasPassed)
    #expect(!run.isCancelled)
    _ = await task.value
  }

  @Test func timeThatIsUpBeforeTheTaskIsAttachedCancelsItToo() async {
    let clock = TestClock()
    let limit = run.limit(to: .seconds(5), clock: clock)
    await clock.advance(by: .seconds(5))
    #expect(limit.hasPassed)
    let task = makeTask()
    run.attach(task)
    #expect(task.isCancelled)
    _ = await task.value
  }

  private func makeTask() -> Task<ActionRun.Outcome, Never> {
    Task {
      await Gate().wait()
      return .success(())
    }
  }
}
