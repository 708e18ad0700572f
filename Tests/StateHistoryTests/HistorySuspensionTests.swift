import StateCore
import StateFields
import StateHistory
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Changes by other code while a handler is suspended, and their reactions at its end.
@MainActor
@Suite(.simulated, .timeLimit(.minutes(20))) struct HistorySuspensionTests {
  private let work = SheetWork()
  private let store: Store<SheetFeature>
  private let history: History

  init() {
    store = Store(initialState: Sheet(), feature: SheetFeature(work: work))
    history = History(of: store, coalescing: nil)
  }

  private func title(_ value: Int) -> [SheetWrite] { [SheetWrite(field: 0, value: value)] }
  private func note(_ value: Int) -> [SheetWrite] { [SheetWrite(field: 2, value: value)] }

  /// Suspends a handler that changes the note at its end.
  private func hold() async -> Gate {
    let gate = Gate()
    store.send(.hold([], gate, note(1)))
    await settle()
    return gate
  }

  @Test func aReactionBelongsToTheWriteThatItFollows() async {
    let gate = await hold()
    store.state.title = 3
    await settle()
    #expect(store.state.length == 0)
    gate.open()
    await settle()
    #expect(store.state.values == [3, 30, 1, 0])
    history.undo()
    #expect(store.state.values == [3, 30, 0, 0])
    history.undo()
    #expect(store.state.values == [0, 0, 0, 0])
  }

  @Test func aReactionToAnEarlierTurnBelongsToItsWrite() async {
    let gate = await hold()
    store.state.title = 3
    await settle()
    store.state.mood = 1
    await settle()
    gate.open()
    await settle()
    #expect(history.undoCount == 3)
    history.undo()
    history.undo()
    #expect(store.state.values == [3, 30, 0, 0])
    history.undo()
    #expect(store.state.values == [0, 0, 0, 0])
  }

  @Test func aReactionBelongsToTheGroupThatItFollows() async {
    let gate = await hold()
    history.group("Paste") { store.state.title = 3 }
    await settle()
    store.state.mood = 1
    await settle()
    gate.open()
    await settle()
    history.undo()
    history.undo()
    #expect(history.undoName == "Paste")
    #expect(store.state.length == 30)
    history.undo()
    #expect(store.state.values == [0, 0, 0, 0])
  }

  @Test func aReactionToAnObservedElementIsForeign() async {
    let (elements, input) = AsyncStream.makeStream(of: [SheetWrite].self)
    store.send(.observe(elements))
    await settle()
    let gate = await hold()
    input.yield(title(3))
    await settle()
    gate.open()
    await settle()
    history.undo()
    #expect(store.state.values == [3, 30, 0, 0])
    #expect(!history.canUndo)
    input.finish()
  }

  @Test func aReactionBelongsToTheEffectThatItFollows() async {
    let late = Gate()
    store.send(.later([SheetWrite(field: 3, value: 1)], late, title(3)))
    await settle()
    let gate = await hold()
    late.open()
    await settle()
    gate.open()
    await settle()
    #expect(history.undoCount == 2)
    history.undo()
    #expect(store.state.values == [3, 30, 0, 1])
    history.undo()
    #expect(store.state.values == [0, 0, 0, 0])
  }

  /// The handler has changed the value first.
  @Test func aReactionToTheHandlersChangeBelongsToIt() async {
    let gate = Gate()
    store.send(.hold(title(2), gate, note(1)))
    await settle()
    store.state.title = 3
    await settle()
    gate.open()
    await settle()
    #expect(store.state.values == [3, 30, 1, 0])
    history.undo()
    #expect(store.state.values == [2, 30, 1, 0])
    history.undo()
    #expect(store.state.values == [0, 0, 0, 0])
  }

  /// An undo has reverted the write, so the later one is the first.
  @Test func aReactionBelongsToTheWriteAfterAnUndo() async {
    let gate = await hold()
    store.state.title = 3
    await settle()
    #expect(history.undo())
    store.state.title = 4
    await settle()
    gate.open()
    await settle()
    #expect(history.undoCount == 2)
    history.undo()
    history.undo()
    #expect(store.state.values == [0, 0, 0, 0])
  }

  /// The effect of a reaction belongs to the change, too, but ends with the action like before.
  @Test func theEffectOfAReactionBelongsToTheWrite() async {
    let slow = Store(initialState: Desk(), feature: SlowDeskFeature())
    let history = History(of: slow, coalescing: nil)
    let gate = Gate()
    let sent: SentAction = slow.send(.wait(gate))
    await settle()
    slow.state.title = "four"
    await settle()
    slow.state.note = "n"
    await settle()
    gate.open()
    await sent.value
    #expect(slow.state.log == ["four", "effect"])
    #expect(history.undoCount == 2)
  }

  @Test func aJournalShowsTheReactionAsThatOfTheWrite() async {
    let journal = Journal()
    journal.record(store)
    let gate = await hold()
    store.binding(\.title).set(3)
    await settle()
    gate.open()
    await settle()
    let reactions = journal.entries.map(\.text).filter { $0.contains("onChange") }
    #expect(reactions.first?.hasSuffix("receives onChange, by a binding") == true)
    #expect(reactions.dropFirst().first?.hasSuffix("30, by the handler of onChange") == true)
  }

  // MARK: Work of views

  @Test func theWorkOfAViewThatHasWaitedIsForeign() async {
    let (gate, late) = (await hold(), Gate())
    work.script = ([SheetWrite(field: 3, value: 1)], late, title(3))
    store.addObserver()
    await settle()
    #expect(store.state.mood == 0)
    gate.open()
    await settle()
    #expect(store.state.mood == 1)
    history.undo()
    #expect(store.state.values == [0, 0, 0, 1])
    late.open()
    await settle()
    #expect(store.state.values == [3, 30, 0, 1])
    #expect(!history.canUndo && history.canRedo)
    store.removeObserver()
    await settle()
  }
}
