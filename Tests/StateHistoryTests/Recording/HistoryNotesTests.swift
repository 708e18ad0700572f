import FeatureStore
import StateCore
import StateJournal
import StateTestSupport
import StateTesting
import Testing

@testable import StateHistory
@testable import StateRecord

/// What journals know about the steps of histories.
@MainActor
@Suite(.simulated, .timeLimit(.minutes(20))) struct HistoryNotesTests {
  private let clock = TestClock()
  private let journal = Journal()

  private func store() -> Store<DraftFeature> {
    Store(initialState: Draft(), feature: DraftFeature(), clock: clock)
  }

  private func history(
    of store: Store<DraftFeature>,
    limits: HistoryLimits = HistoryLimits()
  ) -> History {
    History(
      of: store,
      limits: limits,
      ignoring: DraftFeature.ignores,
      name: DraftFeature.name
    )
  }

  private var events: [HistoryEvent] {
    journal.entries.compactMap { entry in
      if case .history(let event) = entry.kind { event } else { nil }
    }
  }

  private func texts() -> [String] {
    events.map { event in
      let steps = event.steps.map { "\($0.name ?? "-")(\($0.fields.joined(separator: ",")))" }
      return "\(event.change) \(steps.joined(separator: " "))"
    }
  }

  /// The journal's steps have to be those of the history.
  private func check(_ history: History, _ location: SourceLocation = #_sourceLocation) {
    let known = journal.histories.first { $0.number == history.recorder.notes.number }
    let stack = history.recorder.stack
    let numbers = stack.allSteps.map(\.id)
    #expect(
      known?.undo.map(\.number) ?? [] == Array(numbers.prefix(history.undoCount)),
      sourceLocation: location
    )
    #expect(
      known?.redo.map(\.number) ?? [] == Array(numbers.dropFirst(history.undoCount)),
      sourceLocation: location
    )
    let bytes = ((known?.undo ?? []) + (known?.redo ?? [])).reduce(0) { $0 + $1.bytes }
    #expect(bytes == stack.bytes, sourceLocation: location)
  }

  @Test func eachStepAndMoveIsOneEntry() {
    let store = store()
    journal.record(store)
    let history = history(of: store)
    store.send(.title("A"))
    store.send(.both("B", "text"))
    check(history)
    history.undo()
    check(history)
    history.redo()
    let mark = history.mark()
    store.send(.add(1))
    store.send(.add(2))
    #expect(history.revert(to: mark))
    check(history)
    store.send(.title("C"))
    check(history)
    #expect(
      texts() == [
        "step Title A(title)", "step -(length,text,title)", "undo -(length,text,title)",
        "redo -(length,text,title)", "step -(rows)", "step -(rows)", "revert -(rows)",
        "remove -(rows)", "step Title C(title)",
      ]
    )
    history.end()
    #expect(events.last?.change == .end)
    #expect(journal.histories.isEmpty)
  }

  @Test func changesOfAnUndoAreCausedByItsEntry() throws {
    let store = store()
    journal.record(store)
    let history = history(of: store)
    store.send(.title("A"))
    history.undo()
    let entry = try #require(
      journal.entries.last { entry in
        if case .history(let event) = entry.kind { event.change == .undo } else { false }
      }
    )
    let change = try #require(
      journal.entries.last { entry in if case .change = entry.kind { true } else { false } }
    )
    #expect(change.number > entry.number)
    #expect(change.causeEntry == entry.number)
    #expect(change.text.hasSuffix("title: \"A\" → \"\", by undo of step 1 \"Title A\""))
    #expect(entry.text.contains("undoes step 1 \"Title A\" (title; "))
    #expect(entry.text.hasSuffix(" bytes): 0 to undo, 1 to redo"))
  }

  @Test func aLateWriteChangesItsStep() async {
    let store = store()
    journal.record(store)
    let history = history(of: store)
    let gate = Gate()
    store.send(.titleLater(gate, "late"))
    store.send(.text("text"))
    gate.open()
    await settle()
    check(history)
    #expect(
      texts() == ["step Later(saved)", "step -(length,text)", "step Later(saved,title)"]
    )
  }

  @Test func aForeignWriteRemovesAndALimitTrims() {
    let store = store()
    journal.record(store)
    var limits = HistoryLimits()
    limits.steps = 2
    let history = history(of: store, limits: limits)
    store.send(.both("A", "a"))
    store.state.saved = 1
    EventCenter.report()
    store.send(.refresh(4))
    check(history)
    for title in ["B", "C", "D"] {
      store.send(.title(title))
      history.separate()
      check(history)
    }
    #expect(events.contains { $0.change == .trim })
    #expect(texts().contains("remove -(saved)"))
    history.clear()
    #expect(events.last?.change == .remove && events.last?.steps.count == 2)
    check(history)
  }

  @Test func aJournalThatBeginsLaterKnowsAllSteps() {
    let store = store()
    let history = history(of: store)
    store.send(.title("A"))
    store.send(.text("B"))
    history.undo()
    journal.record(store)
    #expect(texts() == ["list Title A(title) -(length,text)"])
    check(history)
    store.send(.title("C"))
    check(history)
    journal.stopRecording(store.id)
    #expect(journal.histories.isEmpty)
  }

  @Test func withoutAJournalNothingIsDescribed() {
    let store = store()
    let history = history(of: store)
    do {
      let other = Journal()
      other.record(store)
      store.send(.title("A"))
      #expect(history.recorder.notes.told?.count == 1)
    }
    store.send(.text("B"))
    // Journals of tests that run at the same time take all events.
    if EventCenter.takesHistories { return }
    #expect(history.recorder.notes.told == nil)
    #expect(history.recorder.stack.touched == nil)
  }

  @Test func aJournalOfOneStoreKnowsTheStepsOfAll() {
    let (first, second) = (store(), store())
    journal.record(second)
    let history = History {
      HistoryScope(of: first, \.title)
      HistoryScope(of: second, \.title)
    }
    first.send(.title("A"))
    second.send(.title("B"))
    check(history)
    #expect(journal.histories.first?.stores == [first.id, second.id])
  }

  @Test func writesOutsideAndTypingAreTold() async {
    let store = store()
    journal.record(store)
    let history = history(of: store)
    for text in ["a", "ab", "abc"] {
      store.state.title = text
      await settle()
      EventCenter.report()
    }
    history.separate()
    check(history)
    #expect(history.undoCount == 1)
  }

  /// Otherwise, the time would grow with the square of the number.
  @Test func theWritesOfATurnAreToldOnce() async {
    let store = store()
    store.state.rows = (0..<200).map { Row($0) }
    journal.record(store)
    let history = history(of: store)
    for row in store.state.rows { row.name = "name" }
    await settle()
    EventCenter.report()
    await settle()
    #expect(history.undoCount == 1)
    #expect(texts() == ["step -(rows.name)"])
    check(history)
  }

  @Test func manyHistoriesLeaveNothingInAJournal() async {
    let store = store()
    journal.record(store)
    for count in 0..<1_000 {
      let history = history(of: store)
      store.send(.title("\(count)"))
      _ = consume history
    }
    await settle()
    #expect(journal.histories.isEmpty)
  }
}
