import ScreenStateKit
import StateTesting
import Testing

struct OptimisticValueTests {
  private var name = OptimisticValue("base")

  @Test mutating func changeShowsAtOnce() {
    _ = name.apply { $0 = "new" }
    #expect(name.value == "new")
    #expect(name.confirmedValue == "base")
    #expect(name.isPending)
    #expect(name.pendingCount == 1)
  }

  @Test mutating func confirmedChangeStays() {
    let change = name.apply { $0 = "new" }
    #expect(name.commit(change) == true)
    #expect(name.value == "new")
    #expect(name.confirmedValue == "new")
    #expect(!name.isPending)
  }

  @Test mutating func failedChangeIsTakenBack() {
    let change = name.apply { $0 = "new" }
    #expect(name.rollback(change) == true)
    #expect(name.value == "base")
    #expect(!name.isPending)
  }

  // MARK: Overlapping changes

  @Test mutating func firstOfTwoFails() {
    let first = name.apply { $0 += " 1" }
    let second = name.apply { $0 += " 2" }
    name.rollback(first)
    #expect(name.value == "base 2")
    name.commit(second)
    #expect(name.value == "base 2")
    #expect(name.confirmedValue == "base 2")
  }

  @Test mutating func firstOfTwoFailsAfterTheSecondIsConfirmed() {
    let first = name.apply { $0 += " 1" }
    let second = name.apply { $0 += " 2" }
    name.commit(second)
    #expect(name.value == "base 1 2")
    #expect(name.confirmedValue == "base 2")
    #expect(name.pendingCount == 1)
    name.rollback(first)
    #expect(name.value == "base 2")
    #expect(!name.isPending)
  }

  @Test mutating func bothFailInEitherOrder() {
    let first = name.apply { $0 = "1" }
    let second = name.apply { $0 = "2" }
    name.rollback(first)
    #expect(name.value == "2")
    name.rollback(second)
    #expect(name.value == "base")
  }

  @Test mutating func changesKeepTheirOrderRegardlessOfTheOrderOfTheAnswers() {
    let first = name.apply { $0 = "1" }
    let second = name.apply { $0 = "2" }
    name.commit(second)
    #expect(name.value == "2")
    name.commit(first)
    #expect(name.value == "2")
    #expect(name.confirmedValue == "2")
  }

  // MARK: Responses

  @Test mutating func serverVersionReplacesTheChange() {
    let first = name.apply { $0 += " temporary" }
    _ = name.apply { $0 += " later" }
    #expect(name.commit(first) { $0 += " 42" } == true)
    #expect(name.value == "base 42 later")
    #expect(name.confirmedValue == "base 42")
  }

  @Test mutating func serverVersionKeepsItsPlaceBehindAPendingChange() {
    let first = name.apply { $0 += " 1" }
    let second = name.apply { $0 += " temporary" }
    name.commit(second) { $0 += " 42" }
    #expect(name.value == "base 1 42")
    name.rollback(first)
    #expect(name.value == "base 42")
  }

  @Test mutating func wholeResultReplacesWhatIsConfirmed() {
    let first = name.apply { $0 += " 1" }
    let second = name.apply { $0 += " 2" }
    _ = name.apply { $0 += " 3" }
    name.commit(first)
    #expect(name.commit(second, result: "server") == true)
    #expect(name.confirmedValue == "server")
    #expect(name.value == "server 3")
    #expect(name.pendingCount == 1)
  }

  /// The server has applied both in order, but its responses arrive in reverse order.
  @Test mutating func wholeResultsOutOfOrderLoseNothing() {
    let first = name.apply { $0 += " 1" }
    let second = name.apply { $0 += " 2" }
    #expect(name.commit(second, result: "base 1 2") == true)
    #expect(name.confirmedValue == "base 1 2")
    #expect(name.commit(first, result: "base 1") == true)
    #expect(name.value == "base 1 2")
    #expect(name.confirmedValue == "base 1 2")
    #expect(!name.isPending)
  }

  /// The server's value contains the first change, whose own response is late.
  @Test(arguments: ["commit", "commit as", "result", "rollback"])
  mutating func wholeResultContainsEarlierChangesWithoutAnAnswer(answer: String) {
    let first = name.apply { $0 += " 1" }
    let second = name.apply { $0 += " 2" }
    _ = name.apply { $0 += " 3" }
    #expect(name.commit(second, result: "base 1 2") == true)
    #expect(name.value == "base 1 2 3")
    #expect(name.confirmedValue == "base 1 2")
    #expect(name.pendingCount == 2)
    switch answer {
    case "commit": #expect(name.commit(first) == true)
    case "commit as": #expect(name.commit(first) { $0 += " 42" } == true)
    case "result": #expect(name.commit(first, result: "base 1") == true)
    default: #expect(name.rollback(first) == true)
    }
    #expect(name.value == "base 1 2 3")
    #expect(name.confirmedValue == "base 1 2")
    #expect(name.pendingCount == 1)
    #expect(name.commit(first) == false)
  }

  @Test mutating func wholeResultKeepsWhatWasConfirmedAfterIt() {
    let first = name.apply { $0 += " 1" }
    let second = name.apply { $0 += " 2" }
    name.commit(second)
    name.commit(first, result: "server 1")
    #expect(name.value == "server 1 2")
    #expect(name.confirmedValue == "server 1 2")
  }

  @Test mutating func refreshKeepsPendingChangesOnTop() {
    let first = name.apply { $0 += " 1" }
    let second = name.apply { $0 += " 2" }
    name.commit(second)
    name.refresh("fresh 2")
    #expect(name.value == "fresh 2 1")
    #expect(name.confirmedValue == "fresh 2")
    name.rollback(first)
    #expect(name.value == "fresh 2")
  }

  @Test func aChangeIsComputedOnceHoweverLongAnEarlierOneIsPending() {
    let runs = LockIsolated(0)
    var value = OptimisticValue(0)
    _ = value.apply { $0 += 1 }
    for _ in 0..<1_000 {
      let change = value.apply {
        $0 += 1
        runs.withValue { $0 += 1 }
      }
      value.commit(change)
    }
    #expect(value.value == 1_001)
    #expect(value.pendingCount == 1)
    #expect(runs.value == 1_000)
  }

  // MARK: Names

  @Test mutating func eachChangeIsSettledOnce() {
    let change = name.apply { $0 += " 1" }
    let other = name.apply { $0 += " 2" }
    name.commit(other)
    #expect(name.commit(other) == false)
    #expect(name.rollback(other) == false)
    #expect(name.commit(other) { $0 = "wrong" } == false)
    #expect(name.commit(other, result: "wrong") == false)
    name.rollback(change)
    #expect(name.rollback(change) == false)
    #expect(name.value == "base 2")
  }

  @Test mutating func changeOfAnotherValueIsUnknown() {
    let old = name.apply { $0 = "old" }
    name = OptimisticValue("other")
    _ = name.apply { $0 = "new" }
    #expect(name.rollback(old) == false)
    #expect(name.value == "new")
  }

  @Test mutating func copyGoesItsOwnWay() {
    let change = name.apply { $0 = "new" }
    var copy = name
    copy.rollback(change)
    #expect(copy.value == "base")
    #expect(name.value == "new")
    #expect(name.commit(change) == true)
  }
}
