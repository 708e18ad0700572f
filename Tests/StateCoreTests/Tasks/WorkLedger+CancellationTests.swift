import StateTesting
import Testing

@testable import StateCore

/// The nodes that a cancel reaches.
@Suite struct WorkLedgerCancellationTests {
  private let script = LedgerScript()
  private var ledger: LedgerScript.Ledger { script.ledger }

  @Test(arguments: ["before", "while", "after"])
  func aCancelComesOnce(_ moment: String) {
    script.begin("x", "id", .wait(limit: 1))
    script.begin("a", "id", .wait(limit: 1))
    if moment != "before" { script.end("x") }
    if moment == "after" { script.end("a") }
    script.takeEvents()
    script.cancel("a")
    script.cancel("a")
    switch moment {
    case "before": #expect(script.takeEvents() == ["cancel a", "drop a"])
    case "while": #expect(script.takeEvents() == ["cancel a"])
    default: #expect(script.takeEvents().isEmpty)
    }
    #expect(ledger.runningCount == (moment == "before" ? 1 : 0))
    script.end("a")
    #expect(script["a"] == "gone")
  }

  @Test func aCancelReachesEverythingBelow() {
    let action = script.insertAction("action")
    let child = script.insertAction("child", parent: "action")
    let outer = script.begin("outer", "o", below: child, kind: .composition)
    let group = script.begin("group", "g", below: outer, kind: .group)
    script.begin("a", "id", below: group)
    script.begin("b", "id", .wait(limit: 1), below: group)
    script.begin("beside", "id")
    script.cancel("action")
    #expect(
      script.takeEvents() == [
        "cancel b", "cancel outer", "cancel group", "cancel a", "drop b",
      ]
    )
    #expect(script["beside"] == "runs")
    #expect(ledger.isCancelled(action) == true && ledger.isCancelled(child) == true)
    #expect(ledger.runningCount == 1)
  }

  @Test func workBelowIsCancelledWithoutTheTop() {
    let top = script.begin("top", kind: .composition)
    script.begin("a", below: top)
    #expect(top.map { top in script.change { $0.cancelWork(below: top, &$1) } } == true)
    #expect(script["top"] == "runs" && script["a"] == "cancelled")
    #expect(top.map { top in script.change { $0.cancelWork(below: top, &$1) } } == false)
  }

  @Test func workBelowASuccessorIsLeftAlone() throws {
    let old = try #require(script.begin("old", kind: .composition))
    script.end("old")
    let new = try #require(script.begin("new", kind: .composition))
    #expect(new.slot == old.slot)
    script.begin("a", below: new)
    #expect(script.change { $0.cancelWork(below: old, &$1) } == false)
    #expect(script["a"] == "runs")
  }

  @Test func cancelAllWorkLeavesActions() {
    let action = script.insertAction("action", isQueued: true)
    script.begin("a", "id", below: action)
    script.begin("b", "id", .debounce(.seconds(1)))
    script.change { $0.cancelAllWork(&$1) }
    #expect(script["a"] == "cancelled" && script["b"] == "cancelled")
    #expect(script["action"] == "runs")
    #expect(ledger.liveCount == 0 && ledger.unfinishedCount == 3)
    #expect(ledger.lanesByTimer.isEmpty)
  }

  @Test func aWaitingSubmissionIsForgotten() {
    script.begin("a", "id", .wait(limit: 1), kind: .submission)
    script.begin("b", "id", .wait(limit: 1), kind: .submission)
    script.cancel("b")
    script.cancel("a")
    #expect(script["b"] == "gone" && script["a"] == "cancelled")
    #expect(script.takeEvents() == ["drop b", "cancel a"])
    script.end("a")
    #expect(ledger.count == 1)
  }

  @Test func anOwnerThatHasEndedTakesNothing() {
    let owner = script.owner
    script.begin("a")
    let action = script.insertAction("action")
    script.change { $0.endOwner(owner, &$1) }
    #expect(script["a"] == "cancelled" && ledger.isCancelled(action) == true)
    #expect(script.begin("b") == nil)
    let late = script.insertAction("late")
    #expect(ledger.isCancelled(late) == true)
    script.end("a")
    for name in ["action", "late"] { script.endHandler(name) }
    #expect(!ledger.contains(owner))
    for name in ["action", "late"] { script.dropHandle(name) }
    #expect(ledger.count == 0)
  }

  @Test func theEndOfAPeriodReachesNoWorkOfTheNextOne() throws {
    let first = script.owner
    let second = script.ledger.insertOwner()
    script.begin("a", "id", .throttle(.seconds(1), latest: true))
    script.begin("b", "other", .throttle(.seconds(1), latest: true))
    script.end("b")
    script.begin("c", "third", .throttle(.seconds(1), latest: true), below: second)
    script.change { $0.endPeriod(first, &$1) }
    #expect(script["a"] == "cancelled" && script["c"] == "runs")
    #expect(script.begin("late") == nil)
    // The windows of the ended work are closed.
    for (name, id) in [("d", "id"), ("e", "other")] {
      script.begin(name, id, .throttle(.seconds(1), latest: true), below: second)
      #expect(script[name] == "runs")
    }
    script.begin("f", "third", .throttle(.seconds(1), latest: true), below: second)
    #expect(script["f"] == "waits")
    // Its end reaches nothing twice.
    script.change { $0.endPeriod(first, &$1) }
    #expect(script["d"] == "runs" && script["f"] == "waits")
  }

  @Test func anOwnerWithoutWorkGoesAtOnce() {
    let owner = script.ledger.insertOwner()
    script.change { $0.endOwner(owner, &$1) }
    #expect(!ledger.contains(owner))
  }

  @Test func replacingReachesWhatIsBelow() {
    let outer = script.begin("outer", "id", kind: .composition)
    script.begin("a", "x", below: outer)
    script.begin("b", "id", .restart)
    #expect(script.takeEvents() == ["cancel outer", "cancel a"])
    #expect(!script.isRunning("x"))
  }

  @Test func handlesAndKeysAreHandedOut() {
    var outcome = LedgerScript.Ledger.Outcome()
    let id = script.begin("a", "id")
    if let id { script.ledger.end(id, &outcome) }
    #expect(outcome.released.map(\.name) == ["a"])
    #expect(
      outcome.releasedKeys.allSatisfy { $0 == TaskKey("id") } && !outcome.releasedKeys.isEmpty
    )
  }
}
