import StateTesting
import Testing

@testable import FeatureStore
@testable import StateCore

/// A reference that calls the methods of the value, because an expectation can't change a value.
@MainActor
@dynamicMemberLookup
private final class Turns {
  var value = ActionTurns(needsNoLookup: true)

  subscript<Value>(dynamicMember path: KeyPath<ActionTurns, Value>) -> Value {
    value[keyPath: path]
  }

  func resume(_ id: RunningWork.ID) -> Bool { value.resume(id) }
}

@MainActor
struct ActionTurnsTests {
  private let work = RunningWork()
  private let turns = Turns()

  private func makeID() -> RunningWork.ID {
    work.insertAction(owner: work.insertOwner(), parent: nil, isQueued: false)
  }

  @Test func aDeliveryToAChildIsATurnThatActionsWaitFor() {
    turns.value.setHasQueued(true)
    let id = makeID()
    turns.value.beginDelivery(id)
    #expect(turns.isDelivering)
    #expect(turns.phase == .handling)
    #expect(turns.id == id)
    #expect(!turns.isNextsTurn)
    turns.value.conclude()
    #expect(!turns.isDelivering)
    turns.value.finish()
    #expect(turns.isNextsTurn)
    turns.value.begin(nil)
    #expect(!turns.isDelivering)
  }

  @Test func queuedActionsHaveTheirTurnOneAtATime() {
    turns.value.begin(nil)
    turns.value.setHasQueued(true)
    #expect(!turns.isNextsTurn)
    turns.value.conclude()
    #expect(!turns.isNextsTurn)
    turns.value.finish()
    #expect(turns.isNextsTurn)
    turns.value.begin(makeID())
    turns.value.suspend()
    #expect(!turns.isNextsTurn)
    turns.value.finish()
    #expect(turns.isNextsTurn)
    turns.value.setHasQueued(false)
    #expect(!turns.isNextsTurn)
  }

  @Test func nothingBeginsDuringAnActionThatHasNotEnded() {
    #expect(turns.isFree)
    turns.value.begin(nil)
    #expect(!turns.isFree)
    turns.value.suspend()
    #expect(!turns.isFree)
    _ = turns.resume(makeID())
    #expect(!turns.isFree)
    turns.value.conclude()
    #expect(!turns.isFree)
    turns.value.finish()
    #expect(turns.isFree)
  }

  @Test func anActionThatSuspendsLeavesItsIDToNoOther() {
    let id = makeID()
    turns.value.begin(id)
    #expect(turns.id == id)
    turns.value.suspend()
    #expect(turns.id == nil)
    #expect(turns.resume(id))
    #expect(turns.id == id)
    #expect(!turns.resume(id))
    turns.value.conclude()
    #expect(turns.id == nil)
    turns.value.finish()
    turns.value.begin(nil)
    #expect(turns.id == nil)
  }

  @Test func anActionGetsItsIDWhenItIsEntered() {
    let id = makeID()
    turns.value.begin(nil)
    turns.value.enter(id)
    #expect(turns.id == id)
  }

  @Test func whatEndsOrHasChildrenIsNotPlain() {
    turns.value.requireLookups()
    #expect(!turns.isFree)
    #expect(!turns.hasEnded)
    turns.value.end()
    #expect(turns.hasEnded)
    var ended = ActionTurns(needsNoLookup: true)
    ended.end()
    #expect(!ended.isFree)
  }
}
