import ScreenStateKit
import StateCore
import StateFields
import StateHistory
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The roots of changes that other code has led to.
@MainActor
@Suite(.simulated, .timeLimit(.minutes(20))) struct HistoryCausesTests {
  private func desk() -> Store<DeskFeature> {
    Store(initialState: Desk(), feature: DeskFeature())
  }

  private func history(of store: Store<DeskFeature>) -> History {
    History(of: store, coalescing: nil, ignoring: DeskFeature.isIgnored)
  }

  // MARK: Foreign changes

  @Test func aReactionToAnObservedElementIsForeign() async {
    let store = desk()
    let history = history(of: store)
    let (titles, input) = AsyncStream.makeStream(of: String.self)
    store.send(.observe(titles) { title, state in state.title = title })
    input.yield("server")
    await settle()
    #expect(store.state.length == 6)
    #expect(history.undoCount == 0)
    #expect(!history.undo())
    input.yield("again")
    await settle()
    #expect(store.state.title == "again" && store.state.length == 5)
    input.finish()
  }

  @Test func aReactionToContentIsForeign() async {
    let store = desk()
    let history = history(of: store)
    store.send(.run { state in try await state.load(\.content) { "loaded" } })
    await settle()
    #expect(store.state.note == "loaded")
    #expect(history.undoCount == 0)
  }

  @Test func aReactionToAnIgnoredActionIsForeign() async {
    let store = desk()
    let history = history(of: store)
    store.send(.refresh { $0.title = "server" })
    store.send(.refresh { state in Task { state.title = "late" } })
    await settle()
    #expect(store.state.length == 4)
    #expect(history.undoCount == 0)
  }

  @Test func anUndoInAnObservedSequenceDiscardsWhatReactionsWrite() async {
    let store = desk()
    let history = history(of: store)
    store.send(.change { $0.note = "a" })
    store.send(.change { $0.length = 7 })
    let (commands, input) = AsyncStream.makeStream(of: String.self)
    store.send(.observe(commands) { _, _ in history.undo() })
    input.yield("undo")
    input.yield("undo")
    await settle()
    #expect(store.state.note.isEmpty && store.state.length == 0)
    #expect(history.redoCount == 2)
    input.finish()
  }

  @Test func anActionBehindOneThatAnElementHasSentIsTheUsers() async {
    let store = Store(initialState: Desk(), feature: SlowDeskFeature())
    let history = History(of: store)
    let (gates, input) = AsyncStream.makeStream(of: Gate.self)
    store.send(.observe(gates) { gate in store.send(.wait(gate)) })
    await settle()
    let gate = Gate()
    input.yield(gate)
    await settle()
    store.send(.change { $0.note = "user" })
    await settle()
    gate.open()
    await settle()
    #expect(store.state.note == "user")
    #expect(history.undoCount == 1)
    input.finish()
  }

  // MARK: Writes of a turn

  @Test func aReactionToAGroupBelongsToIt() async {
    let store = desk()
    let history = history(of: store)
    history.group("Paste") { store.state.title = "four" }
    store.state.note = "x"
    await settle()
    #expect(store.state.length == 4)
    history.undo()
    #expect(store.state.title == "four" && store.state.length == 4)
    #expect(history.undoName == "Paste")
    history.undo()
    #expect(store.state.length == 0)
  }

  @Test func aReactionToAnAsynchronousGroupBelongsToIt() async {
    let store = desk()
    let history = history(of: store)
    await history.group("Paste") {
      store.state.title = "four"
      await Task.yield()
      store.state.title = "five!"
    }
    store.state.note = "x"
    await settle()
    #expect(store.state.length == 5)
    #expect(history.undoCount == 2)
    history.undo()
    history.undo()
    #expect(store.state.length == 0 && store.state.title.isEmpty)
  }

  @Test func aReactionToAWriteBelongsToItsTurn() async {
    let (store, other) = (desk(), desk())
    let history = History(coalescing: nil) {
      HistoryScope(of: store)
      HistoryScope(of: other, ignoring: DeskFeature.isIgnored)
    }
    store.state.title = "four"
    other.send(.change { $0.note = "user" })
    await settle()
    #expect(store.state.length == 4)
    #expect(history.undoCount == 2)
    history.undo()
    #expect(store.state.length == 4 && other.state.note.isEmpty)
    history.undo()
    #expect(store.state.title.isEmpty && store.state.length == 0)
    store.state.title = "other"
    other.send(.refresh { $0.note = "server" })
    await settle()
    #expect(history.undoCount == 1)
    history.undo()
    #expect(store.state.title.isEmpty && store.state.length == 0)
  }

  @Test func reactionsToEarlierWritesArentPartOfAnUndo() async {
    let store = desk()
    let history = History(of: store, \.title, \.length, coalescing: nil)
    store.state.note = "n"
    await settle()
    store.send(.change { $0.title = "A" })
    // Its reaction is pending.
    store.state.note = ""
    #expect(history.undo())
    #expect(store.state.title == "A" && store.state.length == 1)
    await settle()
    #expect(store.state.length == 1)
    #expect(history.undoCount == 1 && history.redoCount == 1)
    history.redo()
    #expect(store.state.length == 2)
  }

  // MARK: Groups

  @Test func anOpenGroupIsOneStepHoweverManyActionsEndMeanwhile() async {
    let store = desk()
    let history = history(of: store)
    let gate = Gate()
    let task = Task {
      await history.group("Import") {
        store.send(.change { $0.title = "A" })
        await gate.wait()
        store.state.note = "B"
      }
    }
    await settle()
    for _ in 0..<300 { store.send(.change { $0.dips += 1 }) }
    #expect(history.undoCount == 301)
    gate.open()
    await task.value
    await settle()
    #expect(history.undoCount == 301)
    for _ in 0..<301 { history.undo() }
    #expect(store.state.title.isEmpty && store.state.note.isEmpty)
  }

  @Test func aGroupDoesntJoinAClosedGroupOfAnotherHistory() async {
    let store = desk()
    let (first, second) = (history(of: store), history(of: store))
    let gate = Gate()
    var task: Task<Void, Never>?
    first.group("First") {
      store.state.title = "A"
      task = Task {
        await second.group("Second") {
          await gate.wait()
          store.state.note = "B"
        }
      }
    }
    await settle()
    gate.open()
    await task?.value
    await settle()
    #expect(first.undoCount == 2)
    #expect(first.undoName == nil)
    #expect(second.undoName == "Second")
  }

  // MARK: Suspended handlers

  @Test func aSuspendedHandlerDoesntReactToAnUndo() async {
    let store = Store(initialState: Desk(), feature: SlowDeskFeature())
    let history = History(of: store)
    store.send(.change { $0.title = "a" })
    await settle()
    let gate = Gate()
    store.send(.wait(gate))
    await settle()
    store.state.log = []
    #expect(history.undo())
    gate.open()
    await settle()
    #expect(store.state.title.isEmpty)
    #expect(store.state.log.isEmpty)
    #expect(history.redoCount == 1)
  }

  @Test func aSuspendedHandlerReactsToItsOwnChangesAfterAnUndo() async {
    let store = Store(initialState: Desk(), feature: SlowDeskFeature())
    let history = History(of: store, \.note)
    store.state.note = "n"
    await settle()
    let gate = Gate()
    store.send(.wait(gate))
    await settle()
    store.state.title = "meanwhile"
    #expect(history.undo())
    gate.open()
    await settle()
    #expect(store.state.log == ["meanwhile", "effect"])
  }

  // MARK: Parts of a turn

  @Test func aMarkSeparatesTheWritesOfATurn() async {
    let store = desk()
    let history = history(of: store)
    store.state.title = "four"
    let mark = history.mark()
    store.state.card.text = "b"
    await settle()
    #expect(history.undoCount == 2)
    #expect(history.revert(to: mark))
    #expect(store.state.title == "four" && store.state.length == 4)
    #expect(store.state.card.text.isEmpty)
    #expect(history.undo())
    #expect(store.state.title.isEmpty && store.state.length == 0)
  }

  @Test func aSeparationSeparatesTheWritesOfATurn() async {
    let store = desk()
    let history = history(of: store)
    store.state.title = "a"
    history.separate()
    store.state.title = "bc"
    await settle()
    #expect(history.undo())
    #expect(store.state.title == "a" && store.state.length == 1)
  }

  @Test func aReactionToAWriteBeforeAClearIsNoStep() async {
    let store = desk()
    let history = history(of: store)
    store.state.title = "four"
    history.clear()
    await settle()
    #expect(store.state.length == 4)
    #expect(!history.canUndo)
  }

  // MARK: Parents

  @MainActor @Observable
  final class Shelf: SnapshotState {
    var card = Card(1)

    static let snapshotFields = SnapshotFields<Shelf> { SnapshotField("card", child: \.card) }
  }

  struct ShelfFeature: Feature {
    enum Action: Sendable { case nothing }

    let card = Child(\Shelf.card, CardFeature())

    func handle() -> ActionHandler<Action, Shelf> {
      ActionHandler { _, _ in .none }
        .onChange(of: \.card.text) { _, _, state in
          state.card.size += 1
          return .none
        }
    }
  }

  /// The parent isn't recorded, so its reactions have no cause.
  @Test func aReactionOfAParentToAnUndoIsDiscarded() async {
    let parent = Store(initialState: Shelf(), feature: ShelfFeature())
    let child = parent.scope(\.card)
    await settle()
    let size = child.state.size
    let history = History(of: child, coalescing: nil)
    child.send(.text("a"))
    await settle()
    #expect(history.undo())
    await settle()
    #expect(child.state.text.isEmpty && child.state.size == size)
    #expect(history.undoCount == 0 && history.redoCount == 1)
  }

  // MARK: Actions that follow

  @Test func anIgnoredActionOfAnEffectIsForeign() async {
    let store = desk()
    let history = history(of: store)
    store.send(.run { [store] _ in store.send(.refresh { $0.title = "server" }) })
    await settle()
    #expect(store.state.title == "server" && store.state.length == 6)
    #expect(history.undoCount == 0)
    store.send(.change { $0.card.text = "a" })
    #expect(history.undo())
    #expect(store.state.title == "server")
  }

  @Test func anActionThatFollowsNamesAStepThatHasBegun() async {
    let store = desk()
    let gate = Gate()
    let history = History(
      of: store,
      coalescing: nil,
      name: { action in if case .refresh = action { "Refresh" } else { nil } }
    )
    store.send(.later({ $0.note = "a" }, gate) { _ in })
    store.send(
      .run { [store] state in
        state.card.text = "b"
        store.send(.refresh { $0.card.size = 3 })
      }
    )
    await settle()
    #expect(history.undoName == "Refresh")
    #expect(history.undoCount == 2)
    history.undo()
    #expect(history.undoName == nil)
    gate.open()
    await settle()
  }

  // MARK: Setters

  /// Each field is at most the next one.
  @MainActor @Observable
  final class Chain: SnapshotState {
    var low = 1
    var middle = 2
    var high = 3

    var values: [Int] { [low, middle, high] }

    static let snapshotFields = SnapshotFields<Chain> {
      SnapshotField("low", \.low, restore: { $0.low = min($1, $0.middle) })
      SnapshotField("middle", \.middle, restore: { $0.middle = min($1, $0.high) })
      SnapshotField("high", \.high)
    }
  }

  struct ChainFeature: Feature {
    enum Action: Sendable { case set(Int, Int, Int) }

    func handle() -> ActionHandler<Action, Chain> {
      ActionHandler { action, state in
        switch action {
        case .set(let low, let middle, let high):
          (state.low, state.middle, state.high) = (low, middle, high)
        }
        return .none
      }
    }
  }

  @Test func aChainOfSettersTakesAllValues() {
    let store = Store(initialState: Chain(), feature: ChainFeature())
    let history = History(of: store, coalescing: nil)
    store.send(.set(10, 20, 30))
    #expect(history.undo())
    #expect(store.state.values == [1, 2, 3])
    #expect(history.redo())
    #expect(store.state.values == [10, 20, 30])
    #expect(history.undoCount == 1)
  }
}
