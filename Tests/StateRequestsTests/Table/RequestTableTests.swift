import StateRequests
import Testing

/// The cases in which loads failed while each belonged to its caller.
@Suite struct RequestTableTests {
  private let script = RequestScript()

  // MARK: Callers that replace each other

  /// The effect of a second action with the same id cancels the first one during its load.
  @Test func anEffectThatReplacesAnotherJoinsItsLoad() {
    #expect(script.wait(1) == ["start 1"])
    script.endTurn()
    #expect(script.leave(1) == ["1 is cancelled"])
    #expect(script.wait(2) == [])
    #expect(script.endTurn() == [])
    #expect(script.answer(1, "sun") == ["2 gets sun"])
    #expect(script.view?.isLoading == false)
  }

  @Test func aPullThatReplacesAFirstLoadGetsTheLoadAfterIt() {
    script.wait(1)
    script.endTurn()
    script.leave(1)
    #expect(script.reload(2) == [])
    script.endTurn()
    #expect(script.answer(1, "old") == ["start 2"])
    #expect(script.content == "old")
    #expect(script.answer(2, "new") == ["2 gets new"])
  }

  /// A view's `appear` waits and its `watch` watches; the view leaves, and another one stays.
  @Test func aWatchKeepsTheLoadOfAViewThatLeaves() {
    script.wait(1)
    script.watch(2)
    script.watch(3)
    script.endTurn()
    script.leave(1)
    script.leave(2)
    #expect(script.endTurn() == [])
    script.answer(1, "sun")
    #expect(script.content == "sun")
  }

  @Test func theSecondOfTwoWatchesGetsTheLoadOfTheFirst() {
    #expect(script.watch(1) == ["start 1"])
    #expect(script.watch(2) == [])
    script.endTurn()
    script.leave(1)
    #expect(script.endTurn() == [])
    script.answer(1, "sun")
    #expect(script.content == "sun")
  }

  // MARK: Intervals

  @Test func pollingContinuesWhenTheFirstWatcherLeaves() {
    for caller in 1...2 { script.watch(caller) { $0.interval = .seconds(30) } }
    script.answer(1, "1")
    script.leave(1)
    script.endTurn()
    #expect(script.pass(29) == [])
    #expect(script.pass(1) == ["start 2"])
  }

  @Test func threeWatchersPollAsOne() {
    for caller in 1...3 { script.watch(caller) { $0.interval = .seconds(30) } }
    script.answer(1, "1")
    for number in 2...4 {
      #expect(script.pass(30) == ["start \(number)"])
      script.answer(number, "\(number)")
    }
  }

  /// An event every minute finds content that is fresh for an hour, and polls are five minutes apart.
  @Test func anEventThatFindsFreshContentPostponesNoPoll() {
    script.watch(1) {
      $0.staleAfter = .seconds(3_600)
      $0.interval = .seconds(300)
    }
    script.answer(1, "1")
    var number = 1
    for _ in 1...20 {
      for event in script.pass(60) {
        number += 1
        #expect(event == "start \(number)")
        script.answer(number, "\(number)")
      }
      #expect(script.event(1) == [])
    }
    #expect(number == 5)
  }

  @Test func anIntervalThatEndsDuringTheLoadOfAnEventStartsAnew() {
    script.watch(1) { $0.interval = .seconds(100) }
    script.answer(1, "1")
    script.pass(95)
    #expect(script.event(1) == ["start 2"])
    #expect(script.pass(10) == [])
    #expect(script.answer(2, "2") == [])
    #expect(script.pass(99) == [])
    #expect(script.pass(1) == ["start 3"])
  }

  // MARK: Invalidations and ages

  @Test func anInvalidationSurvivesTheFailureOfAnotherLoad() {
    script.watch(1)
    script.invalidate()
    #expect(script.fail(1) == ["start 2"])
    script.answer(2, "new")
    #expect(script.view?.isInvalidated == false)
    #expect(script.content == "new")
  }

  /// The second caller used to return `false` because of a load that is cancelled a moment later.
  @Test func aCallerThatJoinsOutlivesTheCallerThatLoads() {
    script.wait(1)
    script.wait(2)
    script.endTurn()
    script.leave(1)
    script.endTurn()
    #expect(script.answer(1, "sun") == ["2 gets sun"])
    #expect(script.wait(3) == ["3 gets sun, fresh"])
  }

  /// A decoded value becomes an entry like a set one, with its age.
  @Test func contentFromADiskIsNeverLoading() {
    script.set("yesterday", age: 86_400)
    #expect(script.view?.isLoading == false)
    #expect(script.content == "yesterday")
    #expect(script.wait(1) == ["start 1"])
  }

  // MARK: Changes

  @Test func aReloadKeepsPendingChanges() {
    script.set("base")
    script.apply(1, "+1")
    script.reload(1)
    #expect(script.answer(1, "new") == ["1 gets new +1"])
    script.rollBack(1)
    #expect(script.content == "new")
  }

  /// The answer to the second change contains the first one, which isn't answered yet.
  @Test func anAnswerWithTheWholeValueAppliesAnEarlierChangeOnce() {
    script.watch(1)
    script.answer(1, "base")
    script.apply(1, "+1")
    script.apply(2, "+2")
    #expect(script.commit(2, "base +1 +2") == [])
    #expect(script.content == "base +1 +2")
    #expect(script.view?.isPending == true)
    // The last answer to a contained change loads the truth.
    #expect(script.commit(1) == ["start 2"])
    #expect(script.content == "base +1 +2")
  }

  /// The service ignores cancellation.
  @Test func theAnswerOfACancelledRequestIsDropped() {
    script.wait(1)
    script.leave(1)
    #expect(script.endTurn() == ["cancel 1"])
    #expect(script.answer(1, "late") == [])
    #expect(script.view?.content == nil)
    script.wait(2)
    #expect(script.answer(1, "late") == [])
    #expect(script.answer(2, "new") == ["2 gets new"])
  }
}
