import ScreenStateKit
import StateHistory
import StateJournal
import StateTestSupport
import StateTesting
import Testing

/// Histories of screens' stores, and of states that show earlier values.
@MainActor
@Suite(.simulated, .timeLimit(.minutes(20))) struct HistoryScreensTests {
  private let state = DraftScreen()
  private let store = DraftStore()

  private func history() async -> History {
    await store.bind(to: state)
    return History(of: store, state: state) { action in
      if case .refresh = action { true } else { false }
    }
  }

  @Test func anActionIsOneStep() async {
    let history = await history()
    await store.run(.both("A", "text"))
    #expect(history.undoCount == 1)
    #expect(history.undo())
    #expect(state.title.isEmpty && state.text.isEmpty)
    #expect(history.redo())
    #expect(state.title == "A" && state.text == "text")
  }

  @Test func anActionThatAnotherSendsBelongsToIt() async {
    let history = await history()
    await store.run(.send("A"))
    await store.run(.refresh("server"))
    #expect(history.undoCount == 0)
    await store.run(.send("B"))
    #expect(history.undoCount == 1)
    history.undo()
    #expect(state.title == "server")
  }

  @Test func aTaskThatOutlivesItsActionBelongsToIt() async {
    let history = await history()
    let gate = Gate()
    await store.run(.outlive(gate, "late"))
    await store.run(.title("A"))
    gate.open()
    await settle()
    #expect(history.undoCount == 2)
    #expect(history.undo())
    #expect(state.title == "A" && state.text.isEmpty)
  }

  @Test func undoCancelsARunningAction() async {
    let history = await history()
    let gate = Gate()
    store.send(.later("A", gate, "late"))
    await settle()
    #expect(history.undo())
    await settle()
    #expect(gate.wasCancelled)
    gate.open()
    await settle()
    #expect(state.title.isEmpty && state.text.isEmpty)
    #expect(!state.isLoading)
  }

  @Test func observedElementsAreForeign() async {
    let history = await history()
    await store.run(.title("A"))
    let (titles, input) = AsyncStream.makeStream(of: String.self)
    store.observe(titles) { title, state in state.title = title }
    input.yield("observed")
    await settle()
    #expect(state.title == "observed")
    #expect(!history.canUndo)
    input.finish()
  }

  @Test func anActionCanUndo() async {
    let history = await history()
    await store.run(.title("A"))
    await store.run(.undo { #expect(history.undo()) })
    #expect(state.title.isEmpty)
    #expect(history.canRedo)
  }

  @Test func theFieldsOfAnEndedStateAreDropped() async {
    let store = DraftStore()
    var state: DraftScreen? = DraftScreen()
    guard let bound = state else { return }
    await store.bind(to: bound)
    let history = History(of: store, state: bound)
    await store.run(.title("A"))
    #expect(history.canUndo)
    _ = consume bound
    state = nil
    await settle()
    #expect(!history.canUndo)
  }

  // MARK: Work without an action

  private actor LivelyStore: ScreenStore, ScreenLifeCycle {
    enum Action: ActionLockable, Sendable {
      case title(String)

      var lockKey: AnyHashable { "\(self)" }
    }

    nonisolated let binding = ScreenBinding<DraftScreen>()
    nonisolated let (beginning, gate) = (Gate(), Gate())

    func start() async throws {
      try await beginning.pass()
      try await updateState { $0.title = "start" }
    }

    func whilePresented() async throws {
      try await updateState { $0.text = "presented" }
      try await gate.pass()
      await run(.title("own action"))
      try await updateState { $0.note = "late" }
    }

    func perform(_ action: Action) async throws {
      switch action {
      case .title(let title): try await updateState { $0.title = title }
      }
    }
  }

  @Test func theWorkOfALifeCycleIsForeign() async {
    let store = LivelyStore()
    await store.bind(to: state)
    let history = History(of: store, state: state)
    await store.run(.title("user"))
    #expect(history.undoCount == 1)
    store.beginning.open()
    await settle()
    #expect(state.title == "start")
    #expect(!history.canUndo)
    state.rows = [Row(1)]
    store.addObserver()
    await settle()
    #expect(state.text == "presented")
    #expect(history.undo())
    #expect(state.rows.isEmpty && state.text == "presented")
    store.gate.open()
    await settle()
    #expect(state.title == "own action" && state.note == "late")
    #expect(!history.canUndo)
    #expect(history.redoCount == 1)
    store.removeObserver()
    await settle()
  }

  @Test func aGroupOfTheViewDoesntContainTheWorkThatItBegins() async {
    let store = LivelyStore()
    await store.bind(to: state)
    let history = History(of: store, state: state)
    history.group("Show") {
      store.addObserver()
      state.title = "A"
    }
    await settle()
    #expect(state.text == "presented")
    #expect(history.undo())
    #expect(state.title.isEmpty && state.text == "presented")
    store.removeObserver()
    await settle()
  }

  // MARK: Time travel

  @Test func nothingIsUndoneWhileAStateShowsEarlierValues() async throws {
    let history = await history()
    let journal = Journal()
    journal.record(store)
    await store.run(.title("A"))
    let number = try #require(journal.entries.last?.number)
    await store.run(.title("B"))
    #expect(history.canUndo)
    journal.travel(to: number)
    #expect(!history.canUndo && !history.canRedo)
    #expect(!history.undo())
    journal.resume()
    #expect(history.canUndo)
    #expect(history.undo())
    #expect(state.title.isEmpty)
  }

  @Test func aCommitIsForeign() async throws {
    let history = await history()
    let journal = Journal()
    journal.record(store)
    let number = try #require(journal.entries.last?.number)
    await store.run(.both("A", "text"))
    journal.travel(to: number)
    journal.commit()
    #expect(state.title.isEmpty)
    #expect(!history.canUndo)
  }

  @Test func aJournalShowsUndoAsTheCause() async {
    let history = await history()
    let journal = Journal()
    journal.record(store)
    await store.run(.title("A"))
    history.undo()
    history.redo()
    let changes = journal.entries.filter { if case .change = $0.kind { true } else { false } }
    let texts = changes.suffix(2).map(\.text)
    #expect(texts.first?.hasSuffix(", by undo of step 1") == true)
    #expect(texts.last?.hasSuffix(", by redo of step 1") == true)
  }
}
