import Testing

@testable import StateRequests

@Suite struct RequestTableContentTests {
  private let script = RequestScript()

  @Test func aSetValueEndsTheLoad() {
    script.wait(1)
    script.endTurn()
    script.reload(2)
    #expect(script.set("set") == ["cancel 1", "1 gets set", "2 gets set"])
    #expect(script.answer(1, "late") == [])
    #expect(script.content == "set")
  }

  @Test func aSetValueEndsAPause() {
    script.watch(1)
    script.fail(1, pause: 5)
    script.set("set")
    #expect(script.pass(5) == [])
    #expect(script.view?.isLoading == false)
  }

  @Test func aSetValueServesAnInvalidation() {
    script.watch(1)
    script.invalidate()
    #expect(script.set("set") == ["cancel 1"])
    #expect(script.view?.isInvalidated == false)
  }

  @Test func aSetValueKeepsPendingChangesAndContainsConfirmedOnes() {
    script.set("base")
    script.apply(1, "+1")
    script.apply(2, "+2")
    script.commit(2)
    #expect(script.content == "base +1 +2")
    script.set("set")
    #expect(script.content == "set +1")
  }

  @Test func anInvalidationLoadsWhatIsWatched() {
    script.watch(1)
    script.answer(1, "1")
    #expect(script.invalidate() == ["start 2"])
    #expect(script.content == "1")
  }

  @Test func anInvalidationOfAnInactiveAppWaits() {
    script.watch(1) { $0.triggers = [] }
    script.setActive(false)
    #expect(script.invalidate() == [])
    #expect(script.setActive(true) == ["start 1"])
  }

  @Test func contentThatWasInvalidatedBeforeItsFirstCallerLoadsForThatReason() {
    script.perform { table, now, _ in
      table.begin(
        "x",
        with: ["old"],
        loadedAt: .zero,
        isInvalidated: true,
        RequestOptions(),
        at: now
      )
    }
    #expect(script.watch(1) { $0.triggers = [] } == ["start 1"])
    #expect(script.attempts[1]?.reason == .invalidated)
  }

  // MARK: Parts that entries share

  @Test func aRewriteKeepsTheLoadTheAgeAndTheChanges() {
    script.set("base")
    script.apply(1, "+1")
    script.pass(10)
    script.reload(1)
    let number = script.view?.contentNumber ?? 0
    #expect(script.perform { $0.rewrite("x", ["new"], at: $1, &$2) } == [])
    #expect(script.content == "new +1" && script.view?.loadedAt == .zero)
    #expect(script.view?.isLoading == true && script.view?.baseNumber == number)
    #expect(script.view?.contentNumber == number + 1)
    script.commit(1)
    #expect(script.answer(1, "answer") == ["1 gets answer +1"])
    #expect(script.perform { $0.rewrite("other", ["new"], at: $1, &$2) } == [])
    #expect(script.table.count == 1)
  }

  @Test func anOverlayIsOnTopOfAllChangesAndNotInTheConfirmedContent() {
    script.set("base")
    script.perform { table, now, commands in
      table.overlay = { key, content in content.append("over \(key)") }
      table.refresh("x", at: now, &commands)
    }
    #expect(script.content == "base over x")
    script.apply(1, "+1")
    #expect(script.content == "base +1 over x")
    script.commit(1)
    #expect(script.table.confirmed("x").content == ["base", "+1"])
    #expect(script.table.keys { $1 == ["base", "+1"] } == ["x"])
    script.reload(1)
    #expect(script.answer(1, "answer") == ["1 gets answer over x"])
    script.perform { table, now, commands in
      table.overlay = nil
      table.refresh("x", at: now, &commands)
    }
    #expect(script.content == "answer")
  }

  @Test func anUnknownKeyHasNothingToInvalidate() {
    script.invalidate()
    script.update("+")
    #expect(script.table.count == 0)
  }

  /// A poll in flight never hides a confirmed write.
  @Test func aConfirmedChangeStaysUntilALaterLoad() {
    script.watch(1)
    script.answer(1, "1")
    script.pass(60)
    script.event(1)
    script.apply(1, "+1")
    script.commit(1)
    #expect(script.answer(2, "2") == [])
    #expect(script.content == "2 +1")
    script.pass(60)
    script.event(1)
    script.answer(3, "3")
    #expect(script.content == "3")
  }

  /// An earlier change that is pending keeps the confirmed one apart from the content.
  @Test func aLaterLoadContainsAConfirmedChangeBehindAPendingOne() {
    script.watch(1)
    script.answer(1, "1")
    script.apply(1, "+1")
    script.apply(2, "+2")
    script.commit(2)
    script.pass(60)
    script.event(1)
    script.answer(2, "2")
    #expect(script.content == "2 +1")
  }

  @Test func anUpdateStaysUntilALaterLoad() {
    script.watch(1)
    script.answer(1, "1")
    script.pass(60)
    script.event(1)
    script.update("+1")
    script.answer(2, "2")
    #expect(script.content == "2 +1")
    script.pass(60)
    script.event(1)
    script.answer(3, "3")
    #expect(script.content == "3")
  }

  @Test func anUpdateReachesTheAnswerOfTheFirstLoad() {
    script.watch(1)
    script.update("+1")
    #expect(script.content == nil)
    script.answer(1, "1")
    #expect(script.content == "1 +1")
  }

  @Test func anUpdateIsPartOfTheLoadAfterAFailure() {
    script.watch(1)
    for _ in 0..<100 { script.update("+") }
    script.fail(1, pause: 5)
    #expect(script.table.entries[0].changes.isEmpty)
    script.update("-")
    script.pass(5)
    script.answer(2, "2")
    #expect(script.content == "2")
  }

  @Test func aFailureRollsBackOnlyItsOwnChange() {
    script.set("base")
    script.apply(1, "+1")
    script.apply(2, "+2")
    script.apply(3, "+3")
    script.rollBack(2)
    #expect(script.content == "base +1 +3")
    script.commit(3)
    script.rollBack(1)
    #expect(script.content == "base +3")
  }

  @Test func aChangeWaitsForTheFirstContent() {
    script.apply(1, "+1")
    #expect(script.content == nil)
    script.wait(1)
    #expect(script.answer(1, "1") == ["1 gets 1 +1"])
  }

  @Test func anAnswerToAChangeKeepsLaterChanges() {
    script.set("base")
    script.apply(1, "+1")
    script.apply(2, "+2")
    script.commit(1, "answer")
    #expect(script.content == "answer +2")
    script.commit(2)
    #expect(script.content == "answer +2")
  }

  @Test func aRolledBackChangeThatAnAnswerContainedInvalidates() {
    script.set("base")
    script.apply(1, "+1")
    script.apply(2, "+2")
    script.apply(3, "+3")
    script.commit(3, "answer")
    script.commit(2)
    #expect(script.view?.isInvalidated == false)
    script.rollBack(1)
    #expect(script.content == "answer")
    #expect(script.view?.isInvalidated == true)
    #expect(script.view?.isPending == false)
  }

  @Test func theAnswerToAContainedChangeIsOlderThanTheContent() {
    script.set("base")
    script.apply(1, "+1")
    script.apply(2, "+2")
    script.commit(2, "second")
    script.commit(1, "first")
    #expect(script.content == "second")
  }

  @Test func oneChangeAffectsSeveralEntries() {
    script.set("x")
    script.set("y", for: "y")
    script.apply(1, "+", to: "x")
    script.apply(1, "+", to: "y")
    #expect(script.table["y"]?.content == ["y", "+"])
    script.rollBack(1)
    #expect(script.content == "x")
    #expect(script.table["y"]?.content == ["y"])
  }

  /// Confirmed changes don't accumulate while nothing loads.
  @Test func confirmedChangesBecomePartOfTheContent() {
    script.set("base")
    for number in 1...100 {
      script.apply(number, "+")
      script.commit(number)
      script.update("-")
    }
    #expect(script.view?.content?.count == 201)
    #expect(script.table.entries[0].changes.isEmpty)
  }
}

/// What entries that share parts do with the table.
@Suite struct RequestTablePartsTests {
  @Test func rewrittenContentKeepsItsDateItsChangesAndItsLoad() {
    let script = RequestScript()
    script.set("old", age: 5)
    script.apply(1, "+")
    script.watch(1)
    script.reload(2)
    let (numbers, publishes) = (script.view?.contentNumber ?? 0, script.publishCount)
    #expect(script.rewrite("new") == [])
    #expect(script.content == "new +")
    #expect(script.view?.loadedAt == script.now.date - .seconds(5))
    #expect(script.view?.isLoading == true)
    #expect(script.view?.contentNumber ?? 0 > numbers)
    #expect(script.publishCount == publishes + 1)
    script.rollBack(1)
    #expect(script.content == "new")
  }

  @Test func nothingIsRewrittenWithoutContent() {
    let script = RequestScript()
    #expect(script.rewrite("new") == [])
    #expect(script.view == nil)
    script.wait(1)
    script.rewrite("new")
    #expect(script.content == nil)
    #expect(script.answer(1, "a") == ["1 gets a"])
  }

  @Test func whatWasDueHappensBeforeARewrite() {
    let script = RequestScript()
    script.watch(1) { $0.interval = .seconds(10) }
    script.answer(1, "a")
    script.setClock(10)
    #expect(script.rewrite("b") == ["start 2"])
    script.answer(2, "c")
    script.setClock(10)
    #expect(script.refresh("+") == ["start 3"])
    script.answer(3, "d")
    script.setClock(10)
    #expect(script.end("gone") == ["start 4", "cancel 4"])
  }

  @Test func anOverlayIsAppliedAgain() {
    let script = RequestScript()
    script.refresh("+")
    #expect(script.view == nil)
    script.set("a")
    #expect(script.content == "a +")
    let publishes = script.publishCount
    script.refresh("-")
    #expect(script.content == "a -")
    #expect(script.publishCount == publishes + 1)
    #expect(script.table.changed("x") == ["a"])
    script.apply(1, "b")
    #expect(script.content == "a b -")
    #expect(script.table.changed("x") == ["a", "b"])
  }

  @Test func anEntryBeginsWithContent() {
    let script = RequestScript()
    script.begin("a", age: 5)
    #expect(script.content == "a")
    #expect(script.view?.loadedAt == script.now.date - .seconds(5))
    script.begin("b", age: 0)
    #expect(script.content == "a")
    #expect(script.wait(1) == ["1 gets a, fresh"])
    #expect(script.publishCount == 0)
    let other = RequestScript()
    other.begin("a", age: 0, isInvalidated: true)
    #expect(other.wait(1) == ["start 1"])
  }
}

/// The numbers by which the owner of a table notices changes.
@Suite struct RequestTableNumbersTests {
  @Test func anInputThatChangesNothingPublishesNothing() {
    let script = RequestScript()
    script.watch(1)
    script.answer(1, "a")
    let publishes = script.publishCount
    script.event(1)
    script.setActive(true)
    script.pass(1)
    script.endTurn()
    #expect(script.publishCount == publishes)
    script.invalidate()
    #expect(script.publishCount > publishes)
  }

  @Test func eachFailureIsCounted() {
    let script = RequestScript()
    script.watch(1)
    script.fail(1, pause: 5)
    #expect(script.view?.failureCount == 0)
    script.pass(5)
    script.fail(2)
    #expect(script.view?.failureCount == 1)
    script.end("gone")
    #expect(script.view?.failureCount == 2)
  }

  @Test func eachChangeOfConfirmedContentIsCounted() {
    let script = RequestScript()
    var last = 0
    func expectCounted(_ isCounted: Bool = true) {
      let number = script.view?.contentNumber ?? -1
      #expect(isCounted ? number > last : number == last)
      last = number
    }
    script.set("a")
    expectCounted()
    script.apply(1, "b")
    expectCounted(false)
    script.commit(1)
    expectCounted()
    script.update("c")
    expectCounted()
    script.apply(2, "d")
    script.rollBack(2)
    expectCounted(false)
    script.rewrite("e")
    expectCounted()
    script.end("gone")
    expectCounted()
  }

  /// The answer to the later change contains the earlier one, so the answer to the earlier one is older.
  @Test func theAnswerToAContainedChangeReplacesNothing() {
    let script = RequestScript()
    script.watch(1)
    script.answer(1, "a")
    script.apply(1, "b")
    script.apply(2, "c")
    script.commit(2, "a b c")
    #expect(script.content == "a b c")
    #expect(script.table.isContained(1, in: "x"))
    #expect(script.commit(1, "a b") == ["start 2"])
    #expect(script.content == "a b c")
    #expect(!script.table.isContained(1, in: "x"))
    #expect(script.view?.isPending == false)
  }

  @Test func anAnswerContainsTheChangesThatWereSentBeforeItsRequest() {
    let script = RequestScript()
    script.watch(1)
    script.answer(1, "a")
    script.apply(1, sentAt: nil, "b")
    script.apply(2, sentAt: 2, "c")
    script.apply(3, sentAt: 3, "d")
    // The second one was sent again after the third one.
    script.commit(2, sentAt: 4, "server")
    #expect(script.content == "server b")
    #expect(script.table.isContained(3, in: "x"))
    script.perform { table, _, _ in table.send(1, at: 5) }
    script.commit(3, "older")
    #expect(script.content == "server b")
    script.apply(6, sentAt: 6, "e")
    script.commit(6, "newer")
    #expect(script.content == "newer")
    #expect(script.table.isContained(1, in: "x"))
  }

  @Test func aConfirmedChangeStaysOverAnAnswerToAnEarlierRequest() {
    let script = RequestScript()
    script.watch(1)
    script.apply(1, "b")
    script.apply(2, "c")
    script.answer(1, "a")
    script.commit(1, sentAt: 3)
    script.commit(2, sentAt: 2, "server")
    #expect(script.content == "server b")
  }
}
