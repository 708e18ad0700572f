import StateRequests
import Testing

@Suite struct RequestTableCallersTests {
  private let script = RequestScript()

  @Test func aWatchLoadsWhatIsAbsentOrStale() {
    #expect(script.watch(1) == ["start 1"])
    script.answer(1, "1")
    #expect(script.watch(2) == [])
    script.pass(60)
    #expect(script.watch(3) == ["start 2"])
  }

  @Test func aWatchWithoutItsTriggerLoadsNothing() {
    #expect(script.watch(1) { $0.triggers = [] } == [])
    #expect(script.view?.watcherCount == 1)
  }

  @Test func aWaiterGetsFreshContentImmediately() {
    script.set("set")
    #expect(script.wait(1) == ["1 gets set, fresh"])
    #expect(script.wait(2) { $0.staleAfter = .zero } == ["start 1"])
  }

  @Test func aWaiterAfterAnInvalidationGetsTheNextLoad() {
    script.wait(1)
    script.invalidate()
    script.wait(2)
    #expect(script.answer(1, "old") == ["1 gets old", "start 2"])
    #expect(script.answer(2, "new") == ["2 gets new"])
  }

  @Test func aWaiterAfterAnInvalidationThatOnlyTheAnswerShowsGetsTheNextLoad() {
    script.wait(1)
    script.wait(2)
    #expect(script.answer(1, "old", invalidatedAfter: 1) == ["1 gets old", "start 2"])
    #expect(script.view?.isInvalidated == true)
    #expect(script.answer(2, "new") == ["2 gets new"])
    #expect(script.view?.isInvalidated == false)
  }

  @Test func anAnswerThatWasInvalidatedDuringItsLoadIsFollowedByOneLoadOfItsWatchers() {
    script.watch(1)
    script.invalidate()
    #expect(script.answer(1, "old", invalidatedAfter: 1) == ["start 2"])
    #expect(script.answer(2, "new") == [])
  }

  @Test func reloadsInOneTurnAreOneLoad() {
    script.set("set")
    #expect(script.reload(1) == ["start 1"])
    #expect(script.reload(2) == [])
    #expect(script.answer(1, "1") == ["1 gets 1", "2 gets 1"])
  }

  @Test func reloadsDuringALoadAreOneMore() {
    script.reload(1)
    script.endTurn()
    script.reload(2)
    script.reload(3)
    #expect(script.answer(1, "1") == ["1 gets 1", "start 2"])
    #expect(script.answer(2, "2") == ["2 gets 2", "3 gets 2"])
  }

  @Test func aReloadThatEveryoneHasLeftIsNotDone() {
    script.watch(1)
    script.endTurn()
    script.reload(2)
    script.leave(2)
    script.endTurn()
    #expect(script.answer(1, "1") == [])
  }

  @Test func aReloadEndsAPause() {
    script.wait(1)
    script.fail(1, pause: 10)
    #expect(script.reload(2) == ["start 2"])
    #expect(script.attempts[2]?.attempt == 2)
    #expect(script.answer(2, "2") == ["1 gets 2", "2 gets 2"])
  }

  @Test func aWaiterJoinsAPauseAndDoesNotShortenIt() {
    script.wait(1)
    script.fail(1, pause: 10)
    #expect(script.wait(2) == [])
    #expect(script.pass(9) == [])
    #expect(script.pass(1) == ["start 2"])
  }

  @Test func aLoadIsFinishedWithoutCallersIfItsOptionsSaySo() {
    script.watch(1) { $0.whenUnwatched = .finish }
    script.leave(1)
    #expect(script.endTurn() == [])
    #expect(script.fail(1, pause: 1) == [])
    #expect(script.view?.isLoading == false)
    #expect((script.view?.error as? RequestFault)?.name == "offline")
  }

  @Test func aPauseEndsWithTheLastCaller() {
    script.watch(1) { $0.whenUnwatched = .finish }
    script.fail(1, pause: 10)
    #expect(script.view?.retry?.nextAttempt == 2)
    script.leave(1)
    script.endTurn()
    #expect(script.view?.isLoading == false)
    #expect(script.pass(10) == [])
  }

  @Test func aCallerThatIsUnknownLeavesWithoutEffect() {
    #expect(script.leave(7) == [])
    script.set("set")
    script.wait(1)
    #expect(script.leave(1) == [])
    #expect(script.table.callerCount == 0)
  }
}
