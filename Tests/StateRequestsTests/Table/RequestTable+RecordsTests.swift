import StateRequests
import Testing

/// The reading of records and the content for them.
struct RequestTableRecordsTests {
  private func makeScript(_ change: (inout RequestOptions) -> Void = { _ in }) -> RequestScript {
    let script = RequestScript(change)
    script.perform { table, _, _ in table.hasRecord = { _ in true } }
    script.pass(100)
    return script
  }

  @discardableResult
  private func read(
    _ number: Int,
    _ content: String?,
    age: Int = 0,
    isInvalidated: Bool = false,
    in script: RequestScript
  ) -> [String] {
    guard let attempt = script.attempts[number] else { return ["no attempt \(number)"] }
    let record = content.map {
      RequestRecord(
        content: [$0],
        loadedAt: script.now.date - .seconds(age),
        isInvalidated: isInvalidated
      )
    }
    return script.perform { $0.endReading(attempt, record, at: $1, &$2) }
  }

  @Test func theFirstUseReadsTheRecordAndTheSecondJoins() {
    let script = makeScript()
    #expect(script.wait(1) == ["read 1"])
    #expect(script.watch(2) == [])
    #expect(script.table["x"]?.isLoading == true)
    #expect(read(1, "a", in: script) == ["1 gets a, fresh"])
    #expect(script.table["x"]?.isLoading == false)
    #expect(read(1, "b", in: script) == [])
  }

  @Test func aMissingOrStaleRecordIsFollowedByOneLoad() {
    for (content, age, isInvalidated) in [(nil, 0, false), ("a", 60, false), ("a", 0, true)] {
      let script = makeScript()
      script.wait(1)
      script.reload(2)
      script.watch(3)
      let events = read(1, content, age: age, isInvalidated: isInvalidated, in: script)
      #expect(events == ["start 2"])
      #expect(script.answer(2, "b") == ["1 gets b", "2 gets b", "store b"])
    }
  }

  @Test func aReloadFollowsTheReadingEvenOfFreshContent() {
    let script = makeScript()
    #expect(script.reload(1) == ["read 1"])
    script.wait(2)
    #expect(read(1, "a", in: script) == ["2 gets a, fresh", "start 2"])
    #expect(script.answer(2, "b") == ["1 gets b", "store b"])
    let other = makeScript()
    other.reload(1)
    other.wait(2)
    other.leave(1)
    #expect(read(1, "a", in: other) == ["2 gets a, fresh"])
  }

  @Test func aWatchWithoutATriggerOnlyReads() {
    let script = makeScript { $0.triggers = [.active] }
    #expect(script.watch(1) == ["read 1"])
    #expect(read(1, "a", age: 60, in: script) == [])
    #expect(script.table["x"]?.content == ["a"])
    let other = makeScript { $0.triggers = [.active] }
    other.watch(1)
    #expect(other.perform { $0.setActive(true, at: $1, &$2) } == [])
    #expect(read(1, "a", age: 60, in: other) == ["start 2"])
  }

  @Test func aReadingWithoutInterestEndsAsTheOptionsSay() {
    let script = makeScript()
    script.watch(1)
    script.leave(1)
    #expect(script.endTurn() == ["cancel 1"])
    #expect(script.watch(2) == ["read 2"])
    let other = makeScript { $0.whenUnwatched = .finish }
    other.watch(1)
    other.leave(1)
    #expect(other.endTurn() == [])
    #expect(read(1, "a", age: 60, in: other) == [])
    #expect(other.table["x"]?.content == ["a"])
  }

  @Test func anInvalidationDuringTheReadingMakesTheRecordStale() {
    let script = makeScript()
    script.wait(1)
    #expect(script.perform { $0.invalidate("x", at: $1, &$2) } == [])
    #expect(read(1, "a", in: script) == ["start 2", "store a, invalidated"])
    #expect(script.answer(2, "b") == ["1 gets b", "store b"])
    #expect(script.table["x"]?.isInvalidated == false)
  }

  @Test func aConfirmedChangeIsOnTopOfTheRecordAndEndsWithALaterLoad() {
    let script = makeScript()
    script.watch(1)
    script.perform { table, now, commands in
      table.apply(1, to: "x", RequestOptions(), at: now, &commands) { $0.append("+") }
      table.commit(1, at: now, &commands)
    }
    #expect(read(1, "a", age: 60, in: script) == ["start 2", "store a +"])
    #expect(script.answer(2, "b") == ["store b"])
  }

  @Test func aRemovedEntryWithAWatchReadsNothing() {
    let script = makeScript()
    script.watch(1)
    #expect(read(1, "a", in: script) == [])
    #expect(script.perform { $0.remove("x", at: $1, &$2) } == ["start 2"])
  }

  @Test func contentIsStoredOnceAndBeforeTheEntryEnds() {
    let script = makeScript { $0.keepsFor = .zero }
    script.wait(1)
    #expect(read(1, nil, in: script) == ["start 2"])
    #expect(script.answer(2, "a") == ["1 gets a", "store a"])
    #expect(script.table.count == 0)
    // The reading of what is stored changes nothing.
    script.wait(2)
    #expect(read(3, "a", in: script) == ["2 gets a, fresh"])
  }

  @Test func anInvalidationDuringTheReadingReachesTheRecordOrItsChanges() throws {
    for content in [["a"], ["a", "+"]] {
      let script = makeScript()
      script.watch(1)
      script.perform { table, now, commands in
        table.apply(1, to: "x", RequestOptions(), at: now, &commands) { $0.append("+") }
      }
      let attempt = try #require(script.attempts[1])
      let record = RequestRecord(content: ["a"], loadedAt: script.now.date, isInvalidated: false)
      let events = script.perform { table, now, commands in
        table.endReading(attempt, record, at: now, &commands) { $0 == content }
      }
      #expect(events == ["start 2", "store a, invalidated"])
    }
  }

  @Test func theContentOfARecordIsOlderThanEveryLoad() {
    let script = makeScript { $0.triggers = [] }
    script.watch(1)
    read(1, "a", age: 600, in: script)
    #expect(script.table["x"]?.contentNumber == 1)
    #expect(script.table["x"]?.baseNumber == 0)
    script.reload(2)
    script.answer(2, "b")
    #expect(script.table["x"]?.baseNumber == 2)
  }

  @Test func aDateInTheFutureIsCorrectedInTheRecord() {
    let script = makeScript()
    script.watch(1)
    #expect(read(1, "a", age: -50, in: script) == ["store a"])
    #expect(script.table["x"]?.loadedAt == script.now.date)
    script.setDateBack(30)
    #expect(script.wait(2) == ["store a", "2 gets a, fresh"])
    #expect(script.table["x"]?.loadedAt == script.now.date)
  }

  @Test func anInvalidatedRecordIsntDueToADependency() {
    let script = makeScript { $0.triggers = [] }
    script.watch(1)
    #expect(read(1, "a", isInvalidated: true, in: script) == ["start 2"])
    #expect(script.attempts[2]?.reason == .invalidated)
  }
}
