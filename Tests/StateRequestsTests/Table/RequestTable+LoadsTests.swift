import StateRequests
import Testing

@Suite struct RequestTableLoadsTests {
  private let script = RequestScript()

  @Test func aFailureKeepsTheContentAndItsDate() {
    script.watch(1)
    script.answer(1, "1")
    script.pass(60)
    script.wait(2)
    #expect(script.fail(2, "broken") == ["2 throws broken"])
    #expect(script.content == "1")
    #expect(script.view?.loadedAt == .zero)
    // A failed load has served its reason, and the next reason loads again.
    #expect(script.pass(1_000) == [])
    #expect(script.event(1) == ["start 3"])
    #expect(script.view?.error != nil)
    script.answer(3, "3")
    #expect(script.view?.error == nil)
  }

  @Test func attemptsFollowPauses() {
    script.wait(1)
    #expect(script.fail(1, "first", pause: 5) == [])
    #expect(script.view?.retry?.time == .seconds(5))
    #expect(script.pass(5) == ["start 2"])
    #expect(script.view?.retry == nil)
    #expect(script.fail(2, "last") == ["1 throws last"])
  }

  @Test func invalidationsDuringALoadCauseOneMore() {
    script.watch(1)
    for _ in 1...3 { script.invalidate() }
    #expect(script.answer(1, "1") == ["start 2"])
    #expect(script.content == "1")
    #expect(script.view?.isInvalidated == true)
    #expect(script.answer(2, "2") == [])
    #expect(script.view?.isInvalidated == false)
  }

  @Test func anInvalidationDuringAPauseIsServedByTheNextAttempt() {
    script.watch(1)
    script.fail(1, pause: 5)
    script.invalidate()
    #expect(script.pass(5) == ["start 2"])
    #expect(script.answer(2, "2") == [])
    #expect(script.view?.isInvalidated == false)
  }

  @Test func anInvalidationWithoutWatchersWaitsForOne() {
    script.wait(1)
    script.invalidate()
    #expect(script.answer(1, "1") == ["1 gets 1"])
    #expect(script.watch(2) == ["start 2"])
  }

  @Test func anAnswerCountsOnce() {
    script.wait(1)
    script.answer(1, "1")
    #expect(script.answer(1, "again") == [])
    #expect(script.fail(1) == [])
    #expect(script.content == "1")
  }

  @Test func anAnswerForAnEntryInAReusedSlotIsDropped() {
    script.wait(1)
    script.remove()
    script.wait(2, "y")
    #expect(script.answer(1, "late") == [])
    #expect(script.table["y"]?.content == nil)
  }

  @Test func anIntervalBeginsAtTheEndOfAFailedLoad() {
    script.watch(1) { $0.interval = .seconds(30) }
    script.answer(1, "1")
    script.pass(30)
    script.pass(20)
    script.fail(2)
    #expect(script.pass(29) == [])
    #expect(script.pass(1) == ["start 3"])
  }

  @Test func ageAloneStartsNothing() {
    script.watch(1)
    script.answer(1, "1")
    #expect(script.pass(10_000) == [])
  }

  @Test func aDateSetBackMakesContentFreshForTheUsualTimeAtMost() {
    script.watch(1)
    script.answer(1, "1")
    script.pass(50)
    script.setDateBack(10_000)
    #expect(script.event(1) == [])
    script.pass(59)
    #expect(script.event(1) == [])
    script.pass(1)
    #expect(script.event(1) == ["start 2"])
  }

  @Test func contentFromTheFutureIsFromNow() {
    script.set("future", age: -1_000)
    script.watch(1)
    script.pass(60)
    #expect(script.event(1) == ["start 1"])
  }

  @Test func anIntervalThatIsNotPositiveIsIgnored() {
    script.watch(1) { $0.interval = .zero }
    script.answer(1, "1")
    #expect(script.wake == nil)
  }
}
