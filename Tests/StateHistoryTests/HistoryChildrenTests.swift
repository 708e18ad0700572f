import Observation
import StateCore
import StateFields
import StateHistory
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Children of each kind, which leave and return.
@MainActor
@Suite(.simulated, .timeLimit(.minutes(20))) struct HistoryChildrenTests {
  private let store = Store(initialState: Desk(), feature: DeskFeature())
  private var state: Desk { store.state }

  private func history() -> History {
    History(of: store, coalescing: nil, ignoring: DeskFeature.isIgnored)
  }

  // MARK: Lost children

  @Test func aCardThatOneGroupAddsAndRemovesLeavesNoStep() {
    let history = history()
    store.send(.change { $0.note = "before" })
    let card = Card(1)
    history.group("Try") {
      store.send(.change { $0.cards.append(card) })
      store.scope(\.cards, id: 1)?.send(.text("typed"))
      store.send(.change { $0.cards = [] })
    }
    #expect(history.undoCount == 1)
    #expect(history.undoName == nil)
    #expect(card.text == "typed")
    #expect(history.undo())
    #expect(state.note.isEmpty)
    #expect(!history.canUndo)
  }

  @Test func aForeignCardRemovesTheStepsOfLostOnes() {
    let card = Card(1)
    state.cards = [card]
    let history = history()
    store.scope(\.cards, id: 1)?.send(.text("one"))
    store.send(.change { $0.cards = [] })
    #expect(history.undoCount == 2)
    store.send(.refresh { $0.cards.append(Card(3)) })
    #expect(history.undoCount == 0)
    #expect(!history.canUndo)
    withExtendedLifetime(card) {}
  }

  @Test func aForeignOrderLeavesTheStepsOfTheCards() {
    state.cards = [Card(1), Card(2)]
    let history = history()
    store.scope(\.cards, id: 1)?.send(.text("one"))
    store.send(.refresh { $0.cards.reverse() })
    #expect(history.undoCount == 1)
    history.undo()
    #expect(state.cards.map(\.id) == [2, 1])
    #expect(state.cards[1].text.isEmpty)
  }

  @Test func aStepToRedoThatIsRemovedLosesItsCards() async {
    let history = history()
    let gate = Gate()
    let card = Card(1)
    store.send(.later({ $0.note = "A" }, gate, { _ in card.text = "late" }))
    history.undo()
    history.redo()
    store.send(.later({ _ in }, gate, { _ in card.text = "late" }))
    store.send(.change { $0.cards.append(card) })
    gate.open()
    await settle()
    #expect(card.text == "late")
    history.undo()
    while history.undoCount > 1 { history.undo() }
    store.send(.change { $0.note = "B" })
    #expect(history.undoCount == 2)
    #expect(history.undo())
    #expect(state.note == "A")
    #expect(history.undo())
    #expect(state.note.isEmpty)
    #expect(!history.canUndo)
  }

  @Test func aStepThatALimitRemovesLosesItsCards() {
    let card = Card(1)
    state.cards = [card]
    var limits = HistoryLimits()
    limits.steps = 2
    let history = History(
      of: store,
      limits: limits,
      coalescing: nil,
      ignoring: DeskFeature.isIgnored
    )
    store.send(.change { ($0.cards, $0.spare) = ([], card) })
    store.send(.change { _ in card.text = "typed" })
    store.send(.refresh { $0.spare = nil })
    #expect(history.undoCount == 2)
    store.send(.change { $0.note = "third" })
    #expect(history.undoCount == 1)
    #expect(history.undo())
    #expect(state.note.isEmpty && card.text == "typed")
    #expect(!history.canUndo)
  }

  @Test func aStepToRedoOfTheSameFieldThatIsRemovedLosesItsCards() {
    let card = Card(1)
    state.cards = [card]
    let history = history()
    store.send(.change { _ in card.text = "typed" })
    store.send(.change { ($0.cards, $0.spare) = ([], card) })
    store.send(.refresh { $0.cards = [Card(2)] })
    history.undo()
    #expect(history.undoCount == 1)
    store.send(.change { $0.spare = Card(3) })
    #expect(history.undoCount == 1)
    #expect(history.undo())
    #expect(!history.canUndo)
    #expect(card.text == "typed")
  }

  @Test func aCardThatALaterEventOfTheSameActionRemovesKeepsItsSteps() {
    let card = Card(0)
    state.spare = card
    let history = history()
    store.send(.change { $0.spare?.text = "typed" })
    history.group {
      store.send(.change { $0.cards = [Card(1)] })
      store.send(.change { ($0.cards, $0.spare) = ([], Card(2)) })
    }
    #expect(history.undoCount == 2)
    history.undo()
    #expect(state.spare === card)
    #expect(history.undo())
    #expect(card.text.isEmpty)
  }

  // MARK: Changes of removed cards

  @Test func aChangeOfACardThatTheSameActionRemovesIsUndone() {
    let card = Card(1)
    state.cards = [card]
    let history = history()
    store.send(
      .change { state in
        card.text = "typed"
        state.cards = []
      }
    )
    #expect(history.undo())
    #expect(state.cards.first === card && card.text.isEmpty)
    #expect(history.redo())
    #expect(state.cards.isEmpty && card.text == "typed")
  }

  /// A limit has removed the steps of the removed item, so the history doesn't keep it.
  @Test func aChangeBelowAnItemThatTheSameActionRemovesIsUndone() async {
    let studio = Studio()
    let store = Store(initialState: studio, feature: StudioFeature())
    var limits = HistoryLimits()
    limits.steps = 1
    let history = History(of: store, limits: limits, coalescing: nil)
    let (outer, inner) = (Item(1), Item(2))
    store.send(.change(1) { $0.named = ["m": outer] })
    store.send(.change(2) { _ in outer.inner = inner })
    store.send(.change(3) { $0.title = "a" })
    store.send(
      .change(4) { state in
        inner.name = "n"
        state.named = [:]
      }
    )
    #expect(history.undo())
    #expect(studio.named["m"] === outer)
    #expect(inner.name.isEmpty)
    #expect(history.redo())
    #expect(studio.named.isEmpty && inner.name == "n")
  }

  @Test(arguments: [true, false])
  func aFieldThatHasChangedMeanwhileHasNoStepsWhenItsCardReturns(isTracked: Bool) async {
    let card = Card(1)
    state.cards = [card]
    let history = history()
    store.send(.change { _ in card.text = "typed" })
    store.send(.change { $0.cards = [] })
    // The store of the card ends.
    if !isTracked { await settle() }
    card.text = "late"
    #expect(history.undo())
    #expect(card.text == "late")
    #expect(history.undoCount == 0 && history.redoCount == 1)
    history.redo()
    store.send(.change { $0.cards = [card] })
    #expect(history.undoCount == 2)
  }

  @Test(arguments: [true, false])
  func aFieldThatHasChangedMeanwhileHasNoStepsWhenAnActionReturnsItsCard(isTracked: Bool) async {
    let card = Card(1)
    state.cards = [card]
    let history = history()
    store.send(.change { _ in card.text = "typed" })
    store.send(.change { $0.cards = [] })
    if !isTracked { await settle() }
    card.text = "late"
    store.send(.change { $0.cards = [card] })
    #expect(history.undoCount == 2)
    history.undo()
    history.undo()
    #expect(card.text == "late")
    #expect(!history.canUndo)
  }

  // MARK: Order

  @Test func parentsComeBeforeChildrenAndRemovalsBeforeInsertions() {
    let card = Card(1)
    let others = [Card(2), Card(3)]
    state.cards = others
    let history = history()
    history.group {
      store.send(.change { $0.cards = [card] + others })
      store.send(.change { _ in card.text = "typed" })
    }
    store.send(.change { ($0.cards, $0.spare) = (others, card) })
    func order(of move: () -> Bool) -> [String] {
      let fields = Locked<[String]>([])
      func note(_ field: String, _ read: () -> Void) {
        withObservationTracking(read) { fields.withLock { $0.append(field) } }
      }
      note("text") { _ = card.text }
      note("cards") { _ = state.cards }
      note("spare") { _ = state.spare }
      #expect(move())
      return fields.withLock { $0 }
    }
    #expect(order { history.undo() } == ["spare", "cards"])
    #expect(order { history.undo() } == ["cards", "text"])
    #expect(order { history.redo() } == ["cards", "text"])
    #expect(order { history.redo() } == ["cards", "spare"])
  }

  // MARK: Kinds

  @Test func aReplacedChildReturns() {
    let history = history()
    let old = state.card
    store.send(.change { $0.card.text = "old" })
    store.send(.change { $0.card = Card(9) })
    let new = state.card
    store.send(.change { $0.card.text = "new" })
    #expect(history.undoCount == 3)
    history.undo()
    #expect(new.text.isEmpty)
    #expect(history.undo())
    #expect(state.card === old)
    history.undo()
    #expect(old.text.isEmpty)
    for _ in 0..<3 { history.redo() }
    #expect(state.card === new && new.text == "new" && old.text == "old")
  }

  @Test func anOptionalChildReturns() {
    let history = history()
    let card = Card(1)
    store.send(.change { $0.spare = card })
    store.send(.change { $0.spare?.text = "typed" })
    store.send(.change { $0.spare = nil })
    history.undo()
    #expect(state.spare === card && card.text == "typed")
    history.undo()
    #expect(card.text.isEmpty)
    history.undo()
    #expect(state.spare == nil)
    for _ in 0..<3 { history.redo() }
    #expect(state.spare == nil && card.text == "typed")
  }

  @Test func keyedChildrenReturn() {
    let history = history()
    let card = Card(1)
    store.send(.change { $0.named["a"] = card })
    store.send(.change { $0.named["a"]?.text = "typed" })
    store.send(.change { $0.named = ["b": Card(2)] })
    #expect(history.undo())
    #expect(state.named.count == 1 && state.named["a"] === card && card.text == "typed")
    history.undo()
    history.undo()
    #expect(state.named.isEmpty)
    for _ in 0..<3 { history.redo() }
    #expect(state.named.keys.sorted() == ["b"])
  }

  // MARK: Hooks

  @Test func theStartOfACardBelongsToTheEffectThatAddsIt() async {
    let history = history()
    let gate = Gate()
    store.send(.later({ _ in }, gate, { $0.cards.append(Card(1)) }))
    await settle()
    gate.open()
    await settle()
    #expect(state.cards.first?.size == 1)
    #expect(history.undoCount == 1)
    history.undo()
    #expect(state.cards.isEmpty)
  }

  @Test func theStartOfACardThatAnElementAddsIsForeign() async {
    let history = history()
    let (names, input) = AsyncStream.makeStream(of: String.self)
    store.send(.observe(names) { _, state in state.cards.append(Card(1)) })
    input.yield("card")
    await settle()
    #expect(state.cards.first?.size == 1)
    #expect(history.undoCount == 0)
    input.finish()
  }

  @Test func aCardThatReturnsStarts() async {
    let history = history()
    let card = Card(1)
    store.send(.change { $0.cards.append(card) })
    store.send(.change { $0.cards = [] })
    await settle()
    card.log = []
    #expect(history.undo())
    #expect(card.size == 2)
    await settle()
    #expect(card.log == ["size 2", "effect"])
    #expect(history.undoCount == 1 && history.redoCount == 1)
  }

  // MARK: Setters

  @Test func aFieldThatACorrectionChangesHasNoSteps() {
    let history = history()
    store.send(.change { $0.dips = 5 })
    store.send(.change { $0.note = "n" })
    #expect(history.undoCount == 2)
    #expect(history.undo())
    #expect(state.length == 0 && state.dips == 6)
    #expect(history.undoCount == 0)
  }

  // MARK: Time travel

  @Test func nothingIsUndoneWhileAChildShowsEarlierValues() throws {
    state.cards = [Card(1)]
    let history = history()
    let child = try #require(store.scope(\.cards, id: 1))
    let journal = Journal()
    journal.record(child)
    let number = try #require(journal.entries.last?.number)
    child.send(.text("A"))
    #expect(history.canUndo)
    journal.travel(to: number)
    #expect(!history.canUndo)
    #expect(!history.undo())
    journal.resume()
    #expect(history.canUndo)
    #expect(history.undo())
    #expect(state.cards[0].text.isEmpty)
  }

  // MARK: Steps of children that a state no longer contains

  @Test func theStepsOfAReplacedChildThatIsNamedEnd() {
    let history = History(of: store, \.card.size, coalescing: nil)
    let old = state.card
    store.send(.change { $0.card.size = 1 })
    #expect(history.undoCount == 1)
    store.send(.change { $0.card = Card(9) })
    #expect(history.undoCount == 0)
    #expect(!history.undo())
    #expect(old.size == 1)
  }

  @Test func rowsRemovedOneByOneCountLikeRowsRemovedAtOnce() {
    state.cards = [Card(1), Card(2), Card(3)]
    for card in state.cards.dropFirst() { card.text = String(repeating: "a", count: 20_000) }
    var limits = HistoryLimits()
    limits.bytes = 10_000
    let history = History(of: store, limits: limits, coalescing: nil)
    store.send(.change { state in while !state.cards.isEmpty { state.cards.removeFirst() } })
    #expect(!history.canUndo)
    // Rows that a step has added and removed don't count.
    store.send(
      .change { state in
        for id in 4...6 {
          let card = Card(id)
          card.text = String(repeating: "a", count: 8_000)
          state.cards.append(card)
          state.cards.removeLast()
        }
        state.title = "a"
      }
    )
    #expect(history.canUndo)
  }

  @Test func theRowsOfAnEndedStoreAreReleased() async {
    weak var row: Card?
    var store: Store<DeskFeature>?
    do {
      let desk = Desk()
      desk.cards = [Card(1)]
      row = desk.cards.first
      store = Store(initialState: desk, feature: DeskFeature())
    }
    let history = store.map { History(of: $0, coalescing: nil) }
    store?.send(.change { $0.title = "a" })
    #expect(row != nil && history?.undoCount == 1)
    store = nil
    await settle()
    #expect(history?.undoCount == 0)
    #expect(row == nil)
  }
}
