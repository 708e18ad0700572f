import Testing

@testable import StateRequests

@Suite struct RequestTableRemovalTests {
  @Test func contentThatEndsWithAnErrorIsLoadedForTheNextReason() {
    let script = RequestScript()
    script.set("base")
    script.apply(1, "+1")
    script.watch(1)
    script.reload(2)
    let end = script.perform { $0.end("x", RequestFault(name: "gone"), at: $1, &$2) }
    #expect(end == ["cancel 1", "2 throws gone"])
    #expect(script.view?.content == nil && script.view?.isLoading == false)
    #expect((script.view?.error as? RequestFault)?.name == "gone")
    #expect(script.answer(1, "late") == [])
    #expect(script.invalidate() == ["start 2"])
    script.answer(2, "new")
    #expect(script.content == "new" && script.view?.error == nil)
  }

  @Test func aRemovedEntryThatIsWatchedLoadsAgain() {
    let script = RequestScript()
    script.watch(1)
    script.wait(2)
    script.apply(1, "+")
    #expect(script.remove() == ["cancel 1", "2 is removed", "start 2"])
    #expect(script.answer(1, "late") == [])
    script.answer(2, "new")
    #expect(script.content == "new +")
    script.commit(1)
    #expect(script.content == "new +")
  }

  @Test func anUnansweredChangeKeepsARemovedEntry() {
    let script = RequestScript()
    script.set("old")
    script.apply(1, "+")
    script.apply(2, "-")
    script.commit(1)
    #expect(script.remove() == [])
    #expect(script.view?.isPending == true)
    script.set("new")
    #expect(script.content == "new -")
    script.rollBack(2)
    #expect(script.content == "new")
  }

  @Test func aRemovedEntryWithoutWatchersEnds() {
    let script = RequestScript()
    script.wait(1)
    #expect(script.remove() == ["cancel 1", "1 is removed"])
    #expect(script.view == nil)
    #expect(script.pass(1_000) == [])
  }

  @Test func aClearEndsEverything() {
    let script = RequestScript()
    script.watch(1)
    script.wait(2)
    script.set("y", for: "y")
    #expect(script.clear() == ["cancel 1", "2 is removed", "1 ends"])
    #expect(script.table.count == 0 && script.table.callerCount == 0)
    #expect(script.answer(1, "late") == [])
    #expect(script.setActive(true) == [])
  }

  @Test func anUnusedEntryIsKeptForSomeTime() {
    let script = RequestScript { $0.keepsFor = .seconds(100) }
    script.watch(1)
    script.answer(1, "1")
    script.pass(1_000)
    script.leave(1)
    script.endTurn()
    script.pass(99)
    #expect(script.content == "1")
    script.pass(1)
    #expect(script.view == nil)
    #expect(script.wake == nil)
  }

  @Test func anEntryThatIsNotKeptEndsWithItsTurn() {
    let script = RequestScript { $0.keepsFor = .zero }
    script.watch(1)
    script.answer(1, "1")
    script.leave(1)
    #expect(script.content == "1")
    script.endTurn()
    #expect(script.view == nil)
  }

  @Test func theLeastRecentlyUsedEntriesEndBeyondTheLimit() {
    let script = RequestScript(entries: 3)
    for key in ["a", "b", "c"] { script.set(key, for: key) }
    script.wait(1, "a")
    script.set("d", for: "d")
    #expect(Set(script.table.keys) == ["a", "c", "d"])
    script.watch(2, "c")
    script.set("e", for: "e")
    script.set("f", for: "f")
    #expect(Set(script.table.keys) == ["c", "e", "f"])
  }

  @Test func anEntryWhoseChangeIsExchangedStays() {
    let script = RequestScript(entries: 1) { $0.keepsFor = .zero }
    script.apply(1, "b")
    script.set("a")
    script.apply(2, "c", to: "y")
    #expect(script.table.count == 2)
    script.perform { table, now, commands in
      let change = RequestTable<String, [String]>.PlacedChange(
        3,
        sentAt: nil,
        to: "x",
        RequestOptions()
      ) { $0.append("d") }
      table.exchange([1], for: [change], at: now, &commands) { _, _ in false }
    }
    #expect(script.content == "a d")
    script.rollBack(3)
    #expect(script.content == nil)
  }

  @Test func costsHaveALimit() {
    let script = RequestScript(cost: 10)
    script.set("aaaaaa", for: "a")
    script.set("bbbb", for: "b")
    #expect(script.table.cost == 10)
    script.set("bbbbb", for: "b")
    #expect(Array(script.table.keys) == ["b"])
    #expect(script.table.cost == 5)
    script.remove("b")
    #expect(script.table.cost == 0)
  }

  @Test func theCostOfContentIncludesItsChanges() {
    let script = RequestScript(cost: 10)
    script.set("a", for: "a")
    script.apply(1, "pending", to: "x")
    script.set("x")
    #expect(script.table.cost == 9)
    script.update("++")
    #expect(script.table.cost == 10)
    #expect(Array(script.table.keys) == ["x"])
    script.rollBack(1)
    #expect(script.table.cost == 3)
    script.set("b", for: "b")
    script.apply(2, "another", to: "x")
    #expect(Array(script.table.keys) == ["x"])
  }

  @Test func costsWithoutALimitAreNotMeasured() {
    var table = RequestTable<Int, Int> { _, _ in
      Issue.record("The cost has no use")
      return 1
    }
    var commands: [RequestCommand<Int, Int>] = []
    let now = RequestTime(clock: .zero, date: .zero)
    table.set(1, for: 1, RequestOptions(), at: now, &commands)
    #expect(table.count == 1)
  }

  @Test func watchedEntriesMayExceedALimit() {
    let script = RequestScript(entries: 1)
    script.watch(1, "a")
    script.watch(2, "b")
    #expect(script.table.count == 2)
    script.leave(1)
    script.endTurn()
    #expect(Array(script.table.keys) == ["b"])
  }

  /// Slots and elements of the heap are used again.
  @Test func manyKeysLeaveNothing() {
    let script = RequestScript(entries: 100) { $0.keepsFor = .seconds(10) }
    for number in 0..<10_000 {
      script.set("", for: "\(number)")
      if number.isMultiple(of: 1_000) { script.pass(1) }
    }
    #expect(script.table.count == 100)
    #expect(script.table.entries.count <= 101)
    #expect(script.table.wakes.count <= 2 * 100 + 64)
    script.pass(10)
    #expect(script.table.count == 0)
    #expect(script.table.wakes.count == 0)
  }

  @Test func aTimeThatChangesOftenFillsNoHeap() {
    let script = RequestScript()
    script.watch(1) { $0.interval = .seconds(1_000) }
    script.answer(1, "1")
    for number in 0..<1_000 { script.setActive(number.isMultiple(of: 2)) }
    #expect(script.table.wakes.count <= 70)
  }
}
