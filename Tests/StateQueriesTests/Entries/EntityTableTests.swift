import Testing

@testable import StateQueries

@Suite struct EntityTableTests {
  private typealias Table = EntityTable<String, Int, String>

  private func make() -> Table { Table { $0 == $1 } }

  private func text(_ known: Table.Known) -> String? {
    switch known {
    case .unknown: nil
    case .removed: "removed"
    case .value(let value): value
    }
  }

  private func append(_ text: String) -> Table.Change { .update { $0 += text } }

  @Test func theValueOfTheLatestLoadCounts() {
    var table = make()
    table.arrive(1, "two", .init(attempt: 2))
    table.arrive(1, "one", .init(attempt: 1))
    #expect(text(table.confirmed(1)) == "two")
    table.arrive(1, "three", .init(attempt: 3))
    #expect(text(table.confirmed(1)) == "three")
    #expect(table.takeChanged() == [1])
    table.arrive(1, "three", .init(attempt: 4))
    #expect(table.takeChanged() == [])
  }

  @Test func recordsAreOrderedByDateAndOlderThanLoads() {
    var table = make()
    table.arrive(1, "newer", .init(attempt: 0, date: .seconds(2)))
    table.arrive(1, "older", .init(attempt: 0, date: .seconds(1)))
    #expect(text(table.confirmed(1)) == "newer")
    table.arrive(1, "load", .init(attempt: 1))
    #expect(text(table.confirmed(1)) == "load")
  }

  @Test func aConfirmedChangeStaysUntilALaterLoad() {
    var table = make()
    table.hold([1], "x")
    table.arrive(1, "a", .init(attempt: 1))
    table.apply(1, 1, append("+1"))
    #expect(text(table.confirmed(1)) == "a" && text(table.shown(1)) == "a+1")
    #expect(table.commit(1, at: 3) == [])
    table.arrive(1, "b", .init(attempt: 2))
    #expect(text(table.confirmed(1)) == "b+1")
    table.fold(oldest: 3)
    #expect(table.hasCommitted)
    table.fold(oldest: 4)
    #expect(!table.hasCommitted && text(table.confirmed(1)) == "b+1")
    table.arrive(1, "c", .init(attempt: 3))
    #expect(text(table.confirmed(1)) == "b+1")
    table.arrive(1, "d", .init(attempt: 4))
    #expect(text(table.confirmed(1)) == "d")
  }

  @Test func anEntityWithoutAValueKeepsItsChangesWhileAnEntryContainsIt() {
    var table = make()
    func changed(_ value: String) -> String {
      table.changesOfUnknown(1).reduce(into: value) { $1(&$0) }
    }
    table.hold([1], "x")
    table.apply(1, 1, append("+1"))
    table.apply(2, 1, append("+2"))
    _ = table.commit(1, at: 3)
    table.fold(oldest: nil)
    #expect(text(table.shown(1)) == nil && changed("a") == "a+1+2")
    table.arrive(1, "a", .init(attempt: 0))
    #expect(text(table.confirmed(1)) == "a+1" && text(table.shown(1)) == "a+1+2")
    #expect(table.changesOfUnknown(1).isEmpty)
    // Otherwise, a confirmed change has nothing to change.
    table.apply(3, 2, append("+3"))
    table.apply(4, 2, append("+4"))
    _ = table.commit(3, at: 3)
    table.fold(oldest: nil)
    table.arrive(2, "b", .init(attempt: 0))
    #expect(text(table.confirmed(2)) == "b" && text(table.shown(2)) == "b+4")
  }

  @Test func aChangeBehindAPendingOneIsNotFolded() {
    var table = make()
    table.arrive(1, "a", .init(attempt: 1))
    table.apply(1, 1, append("+1"))
    table.apply(2, 1, append("+2"))
    _ = table.commit(2, at: 1)
    table.fold(oldest: nil)
    #expect(text(table.confirmed(1)) == "a+2" && text(table.shown(1)) == "a+1+2")
    #expect(table.rollBack([1]) == [])
    table.fold(oldest: nil)
    #expect(!table.hasCommitted && text(table.shown(1)) == "a+2")
  }

  @Test func anAnswerContainsEarlierChanges() {
    var table = make()
    table.arrive(1, "a", .init(attempt: 1))
    for change in 1...3 { table.apply(change, 1, append("+\(change)")) }
    table.answer(2, 1, "a+1+2", at: 1)
    #expect(table.commit(2, at: 1) == [])
    #expect(text(table.shown(1)) == "a+1+2+3" && text(table.confirmed(1)) == "a+1+2")
    #expect(table.rollBack([1]) == [1])
    #expect(text(table.shown(1)) == "a+1+2+3")
  }

  @Test func anAnswerDoesNotContainEarlierChangesThatWereNotSent() {
    var table = make()
    table.arrive(1, "a", .init(attempt: 1))
    for change in 1...3 { table.apply(change, 1, append("+\(change)")) }
    table.answer(3, 1, "b", at: 1, sentAt: 2)
    #expect(table.commit(3, at: 1) == [])
    #expect(text(table.shown(1)) == "b+2" && text(table.confirmed(1)) == "b")
    #expect(table.commit(1, at: 1) == [1])
    #expect(text(table.shown(1)) == "b+2")
  }

  @Test func anAnswerThatEqualsTheValueNotesTheEntity() {
    var table = make()
    table.arrive(1, "a", .init(attempt: 1))
    table.apply(1, 1, append("+1"))
    _ = table.takeChanged()
    table.answer(1, 1, "a", at: 1)
    #expect(table.takeChanged() == [1])
  }

  @Test func anAnswerContainsTheChangesThatWereSentBeforeItsRequest() {
    var table = make()
    table.arrive(1, "a", .init(attempt: 1))
    table.apply(1, sentAt: nil, 1, append("+1"))
    table.apply(2, 1, append("+2"))
    table.apply(3, 1, append("+3"))
    // The second one was sent again after the third one.
    table.answer(2, 1, "b", at: 1, sentAt: 4)
    #expect(table.commit(2, at: 1, sentAt: 4) == [])
    #expect(text(table.shown(1)) == "b+1")
    table.send(1, at: 5)
    #expect(table.commit(3, at: 1) == [1])
    table.apply(6, 1, append("+6"))
    table.answer(6, 1, "c", at: 1)
    #expect(text(table.shown(1)) == "c")
  }

  @Test func changesComeBeforeLaterOnes() {
    var table = make()
    table.arrive(1, "a", .init(attempt: 1))
    for change in [1, 4, 9] { table.apply(change, 1, append("+\(change)")) }
    let new = [2, 3, 5].map {
      (change: $0, sentAt: Int?.none, id: 1, action: append("+\($0)"))
    }
    // The last one has no place among them.
    table.apply(new) { $1 != 9 && $0 < $1 }
    #expect(text(table.shown(1)) == "a+1+2+3+4+9+5")
    #expect(table.rollBack([2, 4, 5]) == [])
    #expect(text(table.shown(1)) == "a+1+3+9")
  }

  @Test func aRemovalIsAChange() {
    var table = make()
    table.arrive(1, "a", .init(attempt: 1))
    table.apply(1, 1, .remove)
    #expect(text(table.shown(1)) == "removed" && text(table.confirmed(1)) == "a")
    _ = table.commit(1, at: 2)
    table.arrive(1, "b", .init(attempt: 2))
    #expect(text(table.confirmed(1)) == "removed")
    table.arrive(1, "c", .init(attempt: 3))
    #expect(text(table.confirmed(1)) == "c")
  }

  @Test func holdersAreInTheOrderOfTheirArrival() {
    var table = make()
    table.hold([2], "b")
    table.hold([1, 2], "a")
    table.hold([1], "c")
    #expect(table.holders(of: [1, 2]) == ["b", "a", "c"])
    table.hold([], "a")
    #expect(table.holders(of: [1]) == ["c"])
  }

  @Test func whatNothingNeedsIsCollected() {
    for count in [100, 1_000] {
      var table = make()
      for id in 0..<count {
        table.arrive(id, "a", .init(attempt: 1))
        table.hold([id], "\(id)")
        table.apply(id, id, append("+"))
      }
      _ = table.takeChanged()
      table.collect()
      #expect(table.count == count)
      for id in 0..<count { table.hold([], "\(id)") }
      table.collect()
      #expect(table.count == count)
      for id in 0..<count { _ = table.commit(id, at: 1) }
      _ = table.takeChanged()
      table.fold(oldest: nil)
      table.collect()
      #expect(table.count == 0 && table.bookCount == 0)
    }
  }
}
