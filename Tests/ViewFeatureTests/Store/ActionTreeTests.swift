import StateTestSupport
import StateTesting
import Testing

@testable import ViewFeature

@Suite struct ActionTreeTests {
  private let told = LockIsolated<[String]>([])

  @Test func actionIsDoneWhenItsHandlerHasEnded() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: false)
    #expect(!tree.isDone(1))
    #expect(!tree.isHandled(1))
    _ = tree.endHandler(1)
    #expect(tree.isDone(1))
    #expect(tree.isHandled(1))
    #expect(tree.count == 0)
  }

  @Test func actionIsDoneWhenItsEffectsHaveEnded() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: false)
    _ = tree.beginWork(1)
    _ = tree.beginWork(1)
    _ = tree.endHandler(1)
    #expect(!tree.isDone(1))
    #expect(tree.isHandled(1))
    _ = tree.endWork(1)
    #expect(!tree.isDone(1))
    _ = tree.endWork(1)
    #expect(tree.isDone(1))
  }

  @Test func actionIsDoneWhenItsChildrenAre() {
    var tree = family()
    expect(tree.waitForCompletion(of: 1, note("root")))
    tell(tree.endHandler(1))
    tell(tree.endHandler(2))
    #expect(told.value.isEmpty)
    tell(tree.endHandler(3))
    #expect(told.value == ["root"])
    #expect(tree.count == 0)
  }

  @Test func handlerIsWaitedForOnItsOwn() {
    var tree = family()
    expect(tree.waitForHandler(of: 1, note("handler")))
    expect(tree.waitForCompletion(of: 1, note("completion")))
    tell(tree.endHandler(1))
    #expect(told.value == ["handler"])
  }

  @Test func waitersAreToldOfTheInnermostActionFirst() {
    var tree = family()
    for id in 1...3 { expect(tree.waitForCompletion(of: id, note("\(id)"))) }
    tell(tree.endHandler(1))
    tell(tree.endHandler(2))
    tell(tree.endHandler(3))
    #expect(told.value == ["3", "2", "1"])
  }

  @Test func nobodyWaitsForWhatIsDoneOrUnknown() {
    var tree = ActionTree()
    expect(!tree.waitForCompletion(of: 7, note("a")))
    expect(!tree.waitForHandler(of: 7, note("b")))
    #expect(tree.isDone(7))
    #expect(tree.isHandled(7))
    #expect(!tree.isCancelled(7))
    expect(!tree.dequeue(7))
  }

  @Test func handlerEndsOnce() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: false)
    _ = tree.beginWork(1)
    _ = tree.endHandler(1)
    _ = tree.endHandler(1)
    #expect(!tree.isDone(1))
  }

  @Test func cancelReachesAllDescendants() {
    var tree = family()
    tree.insert(4, parent: nil, isQueued: false)
    let (cancelled, _) = tree.cancel(1)
    #expect(Set(cancelled) == [1, 2, 3])
    #expect([1, 2, 3, 4].map { tree.isCancelled($0) } == [true, true, true, false])
  }

  @Test func cancelLeavesTheParentAlone() {
    var tree = family()
    expect(tree.cancel(2).cancelled.sorted() == [2, 3])
    #expect(!tree.isCancelled(1))
  }

  @Test func cancelDropsWhatIsQueued() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: true)
    expect(tree.waitForCompletion(of: 1, note("completion")))
    expect(tree.waitForHandler(of: 1, note("handler")))
    tell(tree.cancel(1).waiters)
    #expect(Set(told.value) == ["completion", "handler"])
    expect(!tree.dequeue(1))
    #expect(tree.count == 0)
  }

  @Test func queuedActionIsTakenOutOnce() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: true)
    expect(tree.dequeue(1))
    expect(!tree.dequeue(1))
    #expect(!tree.isHandled(1))
  }

  @Test func childOfACancelledActionIsCancelledFromTheStart() {
    var tree = family()
    _ = tree.cancel(1)
    tree.insert(4, parent: 3, isQueued: false)
    #expect(tree.isCancelled(4))
  }

  @Test func cancelAllMarksEverything() {
    var tree = family()
    tree.insert(4, parent: nil, isQueued: true)
    expect(tree.waitForCompletion(of: 4, note("queued")))
    let (cancelled, waiters) = tree.cancelAll()
    tell(waiters)
    #expect(Set(cancelled) == [1, 2, 3, 4])
    #expect(told.value == ["queued"])
    #expect(tree.count == 3)
  }

  @Test func actionThatOnlyWaitsIsDissolved() {
    var tree = family()
    tree.takeHandle(1)
    expect(tree.waitForCompletion(of: 1, note("root")))
    tell(tree.endHandler(1))
    tell(tree.endHandler(2))
    #expect(tree.count == 2)
    expect(tree.cancel(1).cancelled.sorted() == [1, 3])
    tell(tree.endHandler(3))
    #expect(told.value == ["root"])
  }

  @Test func watchedActionIsNotDissolved() {
    var tree = family()
    tree.takeHandle(2)
    _ = tree.endHandler(1)
    _ = tree.endHandler(2)
    #expect(tree.count == 2)
    tree.dropHandle(2)
    #expect(tree.count == 1)
  }

  @Test func doneActionStaysForAsLongAsSomebodyHoldsIt() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: false)
    tree.takeHandle(1)
    _ = tree.cancel(1)
    _ = tree.endHandler(1)
    #expect(tree.isDone(1))
    #expect(tree.isCancelled(1))
    tree.dropHandle(1)
    #expect(tree.count == 0)
  }

  @Test(.notRepeated) func longChainTakesUpConstantRoom() {
    var tree = ActionTree()
    tree.insert(0, parent: nil, isQueued: false)
    tree.takeHandle(0)
    expect(tree.waitForCompletion(of: 0, note("root")))
    _ = tree.beginWork(0)
    _ = tree.endHandler(0)
    for id in 1...10_000 {
      tree.insert(id, parent: id - 1, isQueued: false)
      _ = tree.beginWork(id)
      _ = tree.endHandler(id)
      tell(tree.endWork(id - 1))
      #expect(tree.count <= 2)
    }
    #expect(told.value.isEmpty)
    tell(tree.endWork(10_000))
    #expect(told.value == ["root"])
  }

  @Test func actionIsDoneWhenItsFinisherHasEnded() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: false, finisher: note("finisher"))
    _ = tree.beginWork(1)
    expect(tree.waitForCompletion(of: 1, note("completion")))
    tell(tree.endHandler(1))
    #expect(told.value.isEmpty)
    tell(tree.endWork(1))
    #expect(told.value == ["finisher"])
    #expect(!tree.isDone(1))
    tell(tree.endWork(1))
    #expect(told.value == ["finisher", "completion"])
    #expect(tree.count == 0)
  }

  @Test func finisherWaitsForChildrenAlsoWhenNobodyLooks() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: false, finisher: note("finisher"))
    tree.insert(2, parent: 1, isQueued: false)
    tell(tree.endHandler(1))
    #expect(told.value.isEmpty)
    tell(tree.endHandler(2))
    #expect(told.value == ["finisher"])
  }

  @Test func parentWaitsForTheFinisherOfItsChild() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: false)
    tree.insert(2, parent: 1, isQueued: false, finisher: note("finisher"))
    expect(tree.waitForCompletion(of: 1, note("root")))
    tell(tree.endHandler(1))
    tell(tree.endHandler(2))
    #expect(told.value == ["finisher"])
    tell(tree.endWork(2))
    #expect(told.value == ["finisher", "root"])
  }

  @Test func droppedActionIsFinishedToo() {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: true, finisher: note("finisher"))
    tell(tree.cancel(1).waiters)
    #expect(told.value == ["finisher"])
    #expect(!tree.isDone(1))
  }

  /// Three generations: 1, its child 2, and 2's child 3.
  private func family() -> ActionTree {
    var tree = ActionTree()
    tree.insert(1, parent: nil, isQueued: false)
    tree.insert(2, parent: 1, isQueued: false)
    tree.insert(3, parent: 2, isQueued: false)
    return tree
  }

  /// `#expect` for operations that change the tree.
  private func expect(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
  }

  private func note(_ name: String) -> ActionTree.Waiter {
    { [told] in told.withValue { $0.append(name) } }
  }

  private func tell(_ waiters: [ActionTree.Waiter]) {
    for waiter in waiters { waiter() }
  }
}
