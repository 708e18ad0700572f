import StateTesting
import Testing

@testable import StateCore

/// The completion of actions, and which ones are kept.
@Suite struct WorkLedgerActionsTests {
  private let script = LedgerScript()
  private var ledger: LedgerScript.Ledger { script.ledger }

  @Test func anActionIsDoneAfterItsHandlerAndItsWork() {
    let action = script.insertAction("action")
    script.begin("a", below: action)
    wait("action")
    script.endHandler("action")
    #expect(script.takeEvents() == ["resume handled"])
    #expect(ledger.isHandled(action) && !ledger.isDone(action))
    script.end("a")
    #expect(script.takeEvents() == ["resume done"])
    #expect(ledger.isDone(action))
    // The ledger has no waiters for ended actions.
    #expect(!script.awaitCompletion(of: action, "x"))
    #expect(!script.awaitHandler(of: action, "x"))
  }

  @Test func workThatEndsBeforeTheHandlerEndsNoAction() {
    let action = script.insertAction("action")
    script.begin("a", below: action)
    script.end("a")
    #expect(!ledger.isDone(action))
    script.endHandler("action")
    #expect(ledger.isDone(action))
  }

  @Test func anActionIsDoneAfterThoseThatItSent() {
    let parent = script.insertAction("parent")
    let child = script.insertAction("child", parent: "parent")
    let grandchild = script.insertAction("grandchild", parent: "child")
    wait("parent")
    for name in ["parent", "child"] { script.endHandler(name) }
    #expect(!ledger.isDone(parent) && !ledger.isDone(child))
    script.takeEvents()
    script.endHandler("grandchild")
    #expect([parent, child, grandchild].allSatisfy(ledger.isDone))
    #expect(script.takeEvents() == ["resume done"])
  }

  /// The cancel comes between the check of the sender and the queue.
  @Test func anActionThatIsQueuedBelowACancelledOneCanBeDropped() {
    let parent = script.insertAction("parent")
    script.cancel("parent")
    let late = script.insertAction("late", parent: "parent", isQueued: true)
    let live = script.insertAction("live", isQueued: true)
    for id in [late, live, parent] { script.change { $0.dropIfCancelled(id, &$1) } }
    #expect(!script.ledger.dequeue(late) && script.ledger.dequeue(live))
    #expect(ledger.isDone(late) && !ledger.isDone(live) && !ledger.isDone(parent))
  }

  @Test func theFinisherComesBeforeTheEnd() {
    let parent = script.insertAction("parent")
    let action = script.insertAction("action", parent: "parent", finisher: "finisher")
    script.endHandler("parent")
    script.begin("a", below: action)
    script.endHandler("action")
    #expect(script.takeEvents().isEmpty)
    script.end("a")
    #expect(script.takeEvents() == ["resume finisher"])
    #expect(!ledger.isDone(action) && !ledger.isDone(parent))
    script.endFinisher("action")
    #expect(ledger.isDone(action) && ledger.isDone(parent))
  }

  @Test func whatAFinisherSendsIsPartOfTheAction() {
    let action = script.insertAction("action", finisher: "finisher")
    script.endHandler("action")
    script.insertAction("child", parent: "action")
    script.endFinisher("action")
    #expect(!ledger.isDone(action))
    script.endHandler("child")
    #expect(ledger.isDone(action))
    #expect(script.takeEvents() == ["resume finisher"])
  }

  @Test func anActionIsKeptWhileItIsLookedAt() {
    let action = script.insertAction("action")
    script.cancel("action")
    script.endHandler("action")
    #expect(ledger.isCancelled(action) == true)
    script.dropHandle("action")
    #expect(ledger.isCancelled(action) == nil)
    #expect(ledger.count == 1)
  }

  @Test func anActionThatIsDoneIsNotCancelled() {
    let action = script.insertAction("action")
    script.endHandler("action")
    script.cancel("action")
    #expect(ledger.isCancelled(action) == false)
  }

  @Test func aChainOfActionsTakesUpNoMoreAndMore() {
    script.insertAction("0")
    for number in 0..<1_000 {
      script.begin("work \(number)", below: script.ids["\(number)"])
      script.endHandler("\(number)")
      if number > 0 { script.dropHandle("\(number)") }
      script.insertAction("\(number + 1)", parent: "\(number)")
      script.end("work \(number)")
    }
    #expect(ledger.count <= 3 && ledger.nodes.count <= 5)
    // It is still part of the first one.
    script.cancel("0")
    #expect(script["1000"] == "cancelled")
    script.endHandler("1000")
    #expect(script.ids["0"].map(ledger.isDone) == true)
  }

  @Test(arguments: ["finisher", "waiter", "work", "handle"])
  func anActionThatIsWaitedForMakesNoWay(reason: String) {
    script.insertAction("parent", finisher: reason == "finisher" ? "finisher" : nil)
    let parent = script.ids["parent"]
    script.insertAction("child", parent: "parent")
    if reason == "work" { script.begin("a", below: parent) }
    if reason == "waiter" { wait("parent") }
    script.endHandler("parent")
    if reason != "handle" { script.dropHandle("parent") }
    #expect(script["parent"] == "runs")
    script.end("a")
    if reason == "work" { #expect(script["parent"] == "gone") }
  }

  // MARK: Queue

  @Test func anActionIsTakenOutOfTheQueueOnce() {
    let action = script.insertAction("action", isQueued: true)
    #expect(script.dequeue(action))
    #expect(!script.dequeue(action))
    script.cancel("action")
    #expect(!ledger.isHandled(action))
  }

  @Test func aQueuedActionThatIsCancelledIsDone() {
    let parent = script.insertAction("parent")
    let action = script.insertAction("action", parent: "parent", isQueued: true)
    script.endHandler("parent")
    script.cancel("parent")
    #expect(!script.dequeue(action))
    #expect(ledger.isDone(parent))
    #expect(ledger.unfinishedCount == 0)
  }

  @Test func aHandlerIsCancelledWhileItIsSuspended() {
    let action = script.insertAction("action")
    #expect(script.attach("task", to: action))
    script.cancel("action")
    #expect(script.events == ["cancel task"])
    script.endHandler("action")
    script.cancel("action")
    #expect(script.events == ["cancel task"])
  }

  @Test func anActionSentByOneThatIsDoneBelongsToTheOwner() {
    script.insertAction("parent")
    script.endHandler("parent")
    let child = script.insertAction("child", parent: "parent")
    #expect(ledger.owner(of: child) == script.owner)
  }

  private func wait(_ name: String) {
    guard let id = script.ids[name] else { return }
    #expect(script.awaitCompletion(of: id, "done"))
    #expect(script.awaitHandler(of: id, "handled"))
  }
}
