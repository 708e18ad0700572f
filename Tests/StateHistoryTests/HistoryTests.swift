import ScreenStateKit
import StateCore
import StateFields
import StateHistory
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Each test runs in a simulation, which ends the turns of the main actor.
@MainActor
@Suite(.simulated, .timeLimit(.minutes(20))) struct HistoryTests {
  private let clock = TestClock()

  private func store() -> Store<DraftFeature> {
    Store(initialState: Draft(), feature: DraftFeature(), clock: clock)
  }

  private func history(
    of store: Store<DraftFeature>,
    undoing effects: UndoneEffects = .cancel
  ) -> History {
    History(
      of: store,
      undoing: effects,
      ignoring: DraftFeature.ignores,
      name: DraftFeature.name
    )
  }

  // MARK: Steps

  @Test func anActionIsUndoneAndRedone() {
    let store = store()
    let history = history(of: store)
    #expect(!history.canUndo)
    #expect(!history.undo())
    store.send(.both("A", "some"))
    #expect(store.state.length == 4)
    #expect(history.undoCount == 1)
    #expect(history.undo())
    #expect(store.state.title.isEmpty)
    #expect(store.state.text.isEmpty)
    #expect(store.state.length == 0)
    #expect(!history.canUndo)
    #expect(history.canRedo)
    #expect(history.redo())
    #expect(store.state.title == "A")
    #expect(store.state.length == 4)
    #expect(!history.redo())
    #expect(history.undo())
    #expect(store.state.title.isEmpty)
  }

  @Test func aStepHasTheNameOfAnActionThatFollows() async {
    let store = store()
    let history = history(of: store)
    let gate = Gate()
    store.send(.sendLater(gate, "sent"))
    gate.open()
    await settle()
    #expect(history.undoName == "Title sent")
  }

  @Test func stepsHaveTheNamesOfTheirActions() {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    #expect(history.undoName == "Title A")
    store.send(.both("B", "text"))
    #expect(history.undoName == nil)
    history.undo()
    #expect(history.undoName == "Title A")
    history.undo()
    #expect(history.undoName == nil)
    #expect(history.redoName == "Title A")
  }

  @Test func aNewStepRemovesTheStepsToRedo() {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    store.send(.text("B"))
    history.undo()
    history.undo()
    #expect(history.redoCount == 2)
    store.send(.title("C"))
    #expect(history.redoCount == 0)
    #expect(history.undoCount == 1)
  }

  @Test func equalValuesAreNoStep() {
    let store = store()
    let history = history(of: store)
    store.send(.title(""))
    store.send(.see)
    #expect(history.undoCount == 0)
  }

  @Test func aRowInAnotherFieldKeepsItsSteps() {
    let state = Board()
    state.rows = [Row(1), Row(2)]
    state.selected = state.rows.first
    let store = Store(initialState: state, feature: BoardFeature(), clock: clock)
    let history = History(of: store, \.rows)
    store.scope(\.rows, id: 1)?.send(.name("A"))
    #expect(history.undoCount == 1)
    // The list contains the row behind the selection now.
    store.send(.remove(1))
    #expect(history.undo())
    store.scope(\.rows, id: 1)?.send(.name("B"))
    #expect(history.undoCount == 2 && history.redoCount == 0)
    history.undo()
    history.undo()
    #expect(state.rows.map(\.name) == ["", ""] && state.selected === state.rows.first)
  }

  @Test func aBindingIsAStepOfEachTurn() async {
    let store = store()
    let history = history(of: store)
    store.state.title = "A"
    store.state.saved = 1
    await settle()
    #expect(history.undoCount == 1)
    store.state.saved = 2
    store.state.title = "B"
    await settle()
    #expect(history.undoCount == 2)
    history.undo()
    #expect(store.state.title == "A")
    history.undo()
    #expect(store.state.title.isEmpty)
    #expect(store.state.saved == 0)
  }

  @Test func aReactionBelongsToTheWriteThatItFollows() async {
    let store = store()
    let history = history(of: store)
    store.state.text = "four"
    await settle()
    #expect(store.state.length == 4)
    #expect(history.undoCount == 1)
    history.undo()
    #expect(store.state.length == 0)
  }

  // MARK: Effects

  @Test func aLateWriteJoinsTheStepOfItsAction() async {
    let store = store()
    let history = history(of: store)
    let gate = Gate()
    store.send(.titleLater(gate, "late"))
    store.send(.text("text"))
    gate.open()
    await settle()
    #expect(store.state.title == "late")
    #expect(history.undoCount == 2)
    history.undo()
    #expect(store.state.title == "late")
    #expect(history.undoName == "Later")
    history.undo()
    #expect(store.state.title.isEmpty)
  }

  @Test func aLateWriteBehindAnotherChangeIsAStepOfItsOwn() async {
    let store = store()
    let history = history(of: store)
    let gate = Gate()
    store.send(.titleLater(gate, "late"))
    store.send(.title("user"))
    gate.open()
    await settle()
    #expect(history.undoCount == 3)
    #expect(history.undoName == "Later")
    history.undo()
    #expect(store.state.title == "user")
  }

  @Test func anActionOfAnEffectBelongsToItsRoot() async {
    let store = store()
    let history = history(of: store)
    let gate = Gate()
    store.send(.sendLater(gate, "sent"))
    gate.open()
    await settle()
    #expect(history.undoCount == 1)
    #expect(history.undoName == "Title sent")
  }

  @Test func undoCancelsTheEffectsOfTheStep() async {
    let store = store()
    let history = history(of: store)
    let (gate, other) = (Gate(), Gate())
    store.send(.sendLater(other, "other"))
    store.send(.titleLater(gate, "late"))
    await settle()
    history.undo()
    await settle()
    #expect(gate.wasCancelled)
    #expect(!other.wasCancelled)
    gate.open()
    other.open()
    await settle()
    #expect(store.state.title == "other")
    #expect(store.state.saved == 0)
  }

  @Test func aContinuingEffectMakesAStepOfItsOwn() async {
    let store = store()
    let history = history(of: store, undoing: .continue)
    let gate = Gate()
    store.send(.titleLater(gate, "late"))
    history.undo()
    #expect(history.redoCount == 1)
    gate.open()
    await settle()
    #expect(store.state.title == "late")
    #expect(history.undoCount == 1)
    #expect(history.redoCount == 0)
    #expect(history.undoName == "Later")
  }

  // MARK: Foreign writes

  @Test func anIgnoredActionIsForeign() async {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    store.send(.titleLater(Gate(), "never"))
    store.send(.refresh(9))
    #expect(history.undoCount == 1)
    history.undo()
    #expect(store.state.saved == 9)
    let gate = Gate()
    store.send(.title("B"))
    store.send(.refreshLater(gate, "server"))
    gate.open()
    await settle()
    #expect(history.undoCount == 0)
    #expect(store.state.title == "server")
  }

  @Test func aForeignWriteOfARowLeavesTheOthers() {
    let store = store()
    let history = history(of: store)
    store.send(.add(1))
    history.separate()
    store.send(.add(2))
    let rows = store.state.rows
    store.scope(\.rows, id: 1)?.send(.name("one"))
    store.scope(\.rows, id: 2)?.send(.name("two"))
    #expect(history.undoCount == 4)
    let other = History(of: store, coalescing: nil)
    store.scope(\.rows, id: 1)?.send(.name("uno"))
    #expect(other.undo())
    #expect(rows[0].name == "one")
    #expect(history.undoCount == 3)
    history.undo()
    #expect(rows[0].name == "one")
    #expect(rows[1].name.isEmpty)
  }

  @Test func anObservedSequenceIsForeign() async {
    let store = store()
    let history = history(of: store)
    let (titles, input) = AsyncStream.makeStream(of: String.self)
    store.send(.watch(titles))
    input.yield("observed")
    await settle()
    #expect(store.state.title == "observed")
    #expect(history.undoCount == 0)
    input.finish()
  }

  // MARK: Coalescing

  @Test func typingIsOneStep() async {
    let store = store()
    let history = history(of: store)
    for title in ["A", "AB", "ABC"] {
      store.send(.title(title))
      await clock.advance(by: .milliseconds(400))
    }
    #expect(history.undoCount == 1)
    #expect(history.undoName == "Title ABC")
    await clock.advance(by: .milliseconds(200))
    store.send(.title("ABCD"))
    #expect(history.undoCount == 2)
    history.undo()
    #expect(store.state.title == "ABC")
    history.undo()
    #expect(store.state.title.isEmpty)
  }

  @Test func anotherFieldOrActionEndsTyping() {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    store.send(.both("B", ""))
    #expect(history.undoCount == 2)
    store.send(.both("C", "C"))
    #expect(history.undoCount == 3)
  }

  @Test func boundTextIsOneStep() async {
    let store = store()
    let history = history(of: store, undoing: .cancel)
    for title in ["A", "AB", "ABC"] {
      store.state.title = title
      await settle()
    }
    #expect(history.undoCount == 1)
    history.separate()
    store.state.title = "ABCD"
    await settle()
    #expect(history.undoCount == 2)
  }

  // MARK: Children

  @Test func aRemovedRowReturnsAsTheSameObject() async {
    let store = store()
    let history = history(of: store)
    store.send(.add(1))
    store.send(.add(2))
    let row = store.state.rows[0]
    let child = store.scope(\.rows, id: 1)
    child?.send(.name("one"))
    store.send(.remove(1))
    #expect(history.undoName == "Delete")
    await settle()
    history.undo()
    #expect(store.state.rows.map(\.id) == [1, 2])
    #expect(store.state.rows[0] === row)
    #expect(row.name == "one")
    history.undo()
    #expect(row.name.isEmpty)
    history.redo()
    #expect(row.name == "one")
    let new = store.scope(\.rows, id: 1)
    new?.send(.toggle)
    #expect(row.done)
    history.undo()
    #expect(!row.done)
    history.redo()
    history.undo()
    for _ in 0..<3 { history.undo() }
    #expect(store.state.rows.isEmpty)
    for _ in 0..<4 { history.redo() }
    #expect(store.state.rows.map(\.id) == [1, 2])
    #expect(row.done)
  }

  @Test func aNewRowWithTheSameIDIsAnother() {
    let store = store()
    let history = history(of: store)
    store.send(.add(1))
    store.scope(\.rows, id: 1)?.send(.name("old"))
    store.send(.remove(1))
    store.send(.add(1))
    #expect(store.state.rows[0].name.isEmpty)
    history.undo()
    history.undo()
    #expect(store.state.rows[0].name == "old")
    history.undo()
    #expect(store.state.rows[0].name.isEmpty)
  }

  // MARK: Reactions

  @Test func reactionsRunOnceAndTheirWritesInScopeAreDiscarded() async {
    let store = store()
    let history = history(of: store)
    store.send(.text("four"))
    store.send(.text("effect"))
    store.state.length = 99
    await settle()
    #expect(history.undoCount == 3)
    store.state.log = []
    history.undo()
    #expect(store.state.length == 6)
    #expect(store.state.log.isEmpty)
    history.undo()
    #expect(store.state.length == 4)
    #expect(store.state.log == ["four"])
    history.redo()
    await settle()
    #expect(store.state.text == "effect")
    #expect(store.state.length == 6)
    #expect(store.state.log == ["four", "effect"])
    history.redo()
    #expect(store.state.length == 99)
    await settle()
    #expect(store.state.length == 99)
    #expect(history.undoCount == 3)
  }

  // MARK: Refusal

  @Test func undoIsRefusedInAHandler() {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    var results: [Bool] = []
    let issues = IssueLog.of {
      store.send(.call { results.append(history.undo()) })
      history.group { results.append(history.undo()) }
    }
    #expect(results == [false, false])
    #expect(issues.count == 2)
    #expect(issues.first?.contains(".run { _ in history.undo() }") == true)
    #expect(store.state.title == "A")
  }

  @Test func undoWorksInAnEffect() async {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    store.send(.text("B"))
    store.send(.callInEffect { #expect(history.undo()) })
    await settle()
    #expect(store.state.text.isEmpty)
    let gate = Gate()
    store.send(
      .callAfterWait {
        try? await gate.pass()
        #expect(history.undo())
      }
    )
    gate.open()
    await settle()
    #expect(store.state.title.isEmpty)
    #expect(history.redoCount == 2)
  }

  // MARK: Groups

  @Test func aGroupIsOneStep() {
    let store = store()
    let history = history(of: store)
    history.group("Both") {
      store.send(.title("A"))
      history.group("inner") { store.send(.text("B")) }
      store.state.saved = 3
    }
    #expect(history.undoCount == 1)
    #expect(history.undoName == "Both")
    history.undo()
    #expect(store.state.title.isEmpty)
    #expect(store.state.saved == 0)
    #expect(store.state.length == 0)
  }

  @Test func anAsynchronousGroupHoldsOnlyItsOwnChanges() async throws {
    let store = store()
    let history = history(of: store)
    let gate = Gate()
    let task = Task {
      await history.group("Import") {
        store.send(.title("imported"))
        try? await gate.pass()
        store.state.saved = 5
      }
    }
    await settle()
    store.send(.text("user"))
    gate.open()
    await task.value
    #expect(history.undoCount == 2)
    #expect(history.undoName == nil)
    history.undo()
    #expect(store.state.saved == 5)
    #expect(store.state.text.isEmpty)
    #expect(history.undoName == "Import")
    history.undo()
    #expect(store.state.saved == 0)
    #expect(store.state.title.isEmpty)
  }

  @Test func aGroupThatThrowsKeepsItsChanges() {
    let store = store()
    let history = history(of: store)
    #expect(throws: CancellationError.self) {
      try history.group("Failed") {
        store.send(.title("A"))
        throw CancellationError()
      }
    }
    #expect(history.undoName == "Failed")
    store.send(.title("B"))
    #expect(history.undoCount == 2)
  }

  // MARK: Marks

  @Test func revertUndoesDownToAMark() {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    let mark = history.mark()
    store.send(.title("B"))
    store.send(.text("C"))
    #expect(history.canRevert(to: mark))
    #expect(history.revert(to: mark))
    #expect(store.state.title == "A")
    #expect(store.state.text.isEmpty)
    #expect(history.undoCount == 1)
    #expect(history.redoCount == 2)
    #expect(!history.revert(to: mark))
    history.undo()
    #expect(!history.canRevert(to: mark))
    history.redo()
    #expect(history.canRevert(to: mark))
    history.clear()
    #expect(!history.canRevert(to: mark))
  }

  // MARK: Scopes

  @Test func onlyTheNamedFieldsBelongToAHistory() {
    let store = store()
    let history = History(of: store, \.title, \.cover.color)
    store.send(.text("text"))
    store.state.cover.width = 2
    #expect(history.undoCount == 0)
    store.send(.both("A", "B"))
    history.undo()
    #expect(store.state.title.isEmpty)
    #expect(store.state.text == "B")
    store.state.cover.color = "red"
    #expect(history.undo())
    #expect(store.state.cover.color == "white")
    #expect(store.state.cover.width == 2)
  }

  @Test func excludedFieldsDontBelongToAHistory() {
    let store = store()
    let history = History(of: store, excluding: [\.length, \.cover.width])
    store.state.cover.width = 2
    history.separate()
    #expect(history.undoCount == 0)
    store.state.cover.color = "red"
    history.separate()
    #expect(history.undoCount == 1)
  }

  @Test func anUnknownFieldIsReported() {
    let store = store()
    let issues = IssueLog.of { _ = History(of: store, \.log, \.title) }
    #expect(issues.count == 1)
    #expect(issues[0].contains("isn't a declared field"))
  }

  @Test func oneHistoryJoinsSeveralStores() {
    let (first, second) = (store(), store())
    let history = History {
      HistoryScope(of: first, \.title)
      HistoryScope(of: second, \.title)
    }
    first.send(.call { second.send(.title("B")) })
    history.group {
      first.send(.title("A"))
      second.send(.title("C"))
    }
    #expect(history.undoCount == 2)
    history.undo()
    #expect(first.state.title.isEmpty)
    #expect(second.state.title == "B")
    history.undo()
    #expect(second.state.title.isEmpty)
  }

  @Test func theFieldsOfAnEndedStoreAreDropped() {
    let first = store()
    var second: Store<DraftFeature>? = store()
    let history = History {
      HistoryScope(of: first, \.title)
      if let second { HistoryScope(of: second, \.title) }
    }
    history.group {
      first.send(.title("A"))
      second?.send(.title("B"))
    }
    second?.send(.title("C"))
    #expect(history.undoCount == 2)
    second = nil
    #expect(history.undoCount == 1)
    #expect(history.undo())
    #expect(first.state.title.isEmpty)
  }

  // MARK: Limits and end

  @Test func theOldestStepsAreRemoved() {
    let store = store()
    var limits = HistoryLimits()
    limits.steps = 2
    let history = History(of: store, limits: limits, coalescing: nil)
    for title in ["A", "B", "C"] { store.send(.title(title)) }
    #expect(history.undoCount == 2)
    history.undo()
    history.undo()
    #expect(store.state.title == "A")
    #expect(!history.canUndo)
  }

  @Test func anEndedHistoryRecordsNothing() {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    history.end()
    #expect(!history.canUndo)
    store.send(.title("B"))
    #expect(!history.undo())
    #expect(history.undoCount == 0)
  }

  @Test func aHistoryRetainsNeitherStoreNorState() {
    weak var weakStore: Store<DraftFeature>?
    weak var weakState: Draft?
    let history: History
    do {
      let store = store()
      history = self.history(of: store)
      store.send(.add(1))
      store.send(.remove(1))
      (weakStore, weakState) = (store, store.state)
    }
    #expect(weakStore == nil)
    #expect(weakState == nil)
    #expect(history.undoCount == 0)
  }
}
