import Foundation
import Observation
import StateCore
import StateJSON
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence

@Observable @MainActor
private final class Card: PersistentState {
  let id: Int
  var text = ""

  init(id: Int) {
    self.id = id
  }

  static let persistence = Persistence<Card>(version: 1) { Persisted("text", \.text) }
}

@Observable @MainActor
private final class Deck: PersistentState {
  enum Page {
    case card(Card)
  }

  var name = ""
  var cards: [Card] = []
  var draft: Card?
  var page: Page?

  static let persistence = Persistence<Deck>(version: 1) {
    Persisted("name", \.name)
    Persisted("cards", children: \.cards, id: \.id) { Card(id: $0) }
    Persisted("draft", child: \.draft, id: \.id) { Card(id: $0) }
    Persisted(
      "page",
      child: { if case .card(let card) = $0.page { card } else { nil } },
      id: \.id,
      make: { Card(id: $0) },
      restore: { state, card in state.page = card.map { .card($0) } }
    )
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct ChildIdentityTests {
  private let memory = PersistenceMemory()
  private let clock = TestClock()

  private final class Reports {
    var errors: [SavedStateError] = []
    var conflicts: [String] = []
  }

  private let reports = Reports()

  private func attach(_ deck: Deck) async throws -> SavedState<Deck> {
    try await SavedStates.attach(
      deck,
      to: PersistenceLocation(ObservedStorage(memory), key: "state"),
      clock: clock,
      onError: { [reports] in reports.errors.append($0) },
      onConflict: { [reports] in reports.conflicts.append($0.field) }
    )
  }

  @Test func childrenComeBackWithTheirIdentities() async throws {
    let deck = Deck()
    let saved = try await attach(deck)
    deck.cards = [Card(id: 7), Card(id: 3)]
    deck.cards[0].text = "seven"
    deck.draft = Card(id: 5)
    deck.page = .card(Card(id: 9))
    #expect(await saved.flush())
    #expect(memory.fields?["cards"]?.array?.map { $0["id"] } == [7, 3])

    let other = Deck()
    let later = try await attach(other)
    #expect(other.cards.map(\.id) == [7, 3])
    #expect(other.cards[0].text == "seven")
    #expect(other.draft?.id == 5)
    guard case .card(let card)? = other.page else {
      Issue.record("no card")
      return
    }
    #expect(card.id == 9)
    #expect(!later.hasUnsavedChanges)
    #expect(reports.errors.isEmpty)
  }

  /// A form that is open for a deleted child doesn't write to the next child.
  @Test func aDeletedChildIsNotTheNextOne() async throws {
    let (here, there) = (Deck(), Deck())
    here.cards = [Card(id: 1), Card(id: 2)]
    let saved = try await attach(here)
    #expect(await saved.saveAll())
    let other = try await attach(there)
    let (open, second) = (there.cards[0], there.cards[1])
    here.cards.removeFirst()
    #expect(await saved.flush())
    #expect(there.cards.map(\.id) == [2])
    #expect(there.cards[0] === second)
    open.text = "for the first"
    second.text = "for the second"
    #expect(await other.flush())
    #expect(here.cards.map(\.text) == ["for the second"])
  }

  @Test func movedAndAddedChildrenKeepTheirObjects() async throws {
    let (here, there) = (Deck(), Deck())
    here.cards = (1...4).map { Card(id: $0) }
    let saved = try await attach(here)
    #expect(await saved.saveAll())
    _ = try await attach(there)
    let before = there.cards
    here.cards = [here.cards[3], Card(id: 9), here.cards[0], here.cards[1]]
    for card in here.cards { card.text = "\(card.id)" }
    #expect(await saved.flush())
    #expect(there.cards.map(\.id) == [4, 9, 1, 2])
    #expect(there.cards.map(\.text) == ["4", "9", "1", "2"])
    #expect(there.cards[0] === before[3] && there.cards[2] === before[0])
    #expect(there.cards[3] === before[1])
  }

  @Test func anotherChildIsAnotherObject() async throws {
    let (here, there) = (Deck(), Deck())
    here.draft = Card(id: 1)
    here.page = .card(Card(id: 1))
    let saved = try await attach(here)
    #expect(await saved.saveAll())
    _ = try await attach(there)
    let open = try #require(there.draft)
    here.draft?.text = "changed"
    #expect(await saved.flush())
    #expect(there.draft === open)
    #expect(open.text == "changed")
    here.draft = Card(id: 2)
    here.page = .card(Card(id: 2))
    #expect(await saved.flush())
    #expect(there.draft !== open)
    #expect(there.draft?.id == 2)
    #expect(open.text == "changed")
    here.draft = nil
    here.page = nil
    #expect(await saved.flush())
    #expect(there.draft == nil && there.page == nil)
  }

  @Test func twoChildrenWithOneIdentityAreTwoObjects() async throws {
    let (here, there) = (Deck(), Deck())
    here.cards = [Card(id: 1), Card(id: 1)]
    here.cards[1].text = "second"
    let saved = try await attach(here)
    #expect(await saved.saveAll())
    _ = try await attach(there)
    #expect(there.cards.map(\.text) == ["", "second"])
    #expect(there.cards[0] !== there.cards[1])
    let before = there.cards
    here.cards[0].text = "first"
    #expect(await saved.flush())
    #expect(there.cards.map(\.text) == ["first", "second"])
    #expect(there.cards.elementsEqual(before, by: ===))
  }

  /// The data was saved before the field had an `id`.
  @Test func aChildWithoutAnIdentityDoesNotFit() async throws {
    memory.save(
      #"{"state":"Deck","version":1,"fields":{"cards":[{"version":1,"fields":{"text":"a"}}]}}"#
    )
    let deck = Deck()
    let saved = try await attach(deck)
    #expect(deck.cards.isEmpty)
    #expect(reports.errors.map(\.reason) == ["the child has no id"])
    deck.cards = [Card(id: 1)]
    #expect(await saved.flush())
    #expect(memory.keys == ["state", "state.damaged-1"])
  }

  @Test func aMigrationGivesChildrenTheirIdentities() throws {
    var fields = PersistedFields([
      "cards": SavedJSON(
        checked: Array(#"[{"version":1,"fields":{}},{"version":1,"fields":{}}]"#.utf8)[...]
      )
    ])
    var last = 0
    try fields.changeObject("cards") { child in
      last += 1
      child["id"] = .int(Int64(last))
    }
    #expect(fields["cards"]?.array?.map { $0["id"] } == [1, 2])
  }

  // MARK: Random programs

  /// Two states whose children are added, removed, moved, and changed, one after the other, while forms are open for
  /// them.
  @Test func formsStayWithTheirChildren() async throws {
    for seed in seedsOnOneThread(0..<200) {
      var random = SeededGenerator(seed: seed)
      let memory = PersistenceMemory()
      let decks = [Deck(), Deck(), Deck()]
      var saves: [SavedState<Deck>] = []
      for deck in decks {
        saves.append(
          try await SavedStates.attach(
            deck,
            to: PersistenceLocation(ObservedStorage(memory), key: "state"),
            clock: clock,
            onConflict: { Issue.record("seed \(seed): \($0.field)") }
          )
        )
      }
      var forms: [(deck: Int, card: Card)] = []
      /// The texts by identity, in the order of the cards.
      var expected: [(id: Int, text: String)] = []
      var last = 0
      for _ in 0..<30 {
        let index = Int.random(in: decks.indices, using: &random)
        let deck = decks[index]
        last += 1
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let position = Int.random(in: 0...deck.cards.count, using: &random)
          deck.cards.insert(Card(id: last), at: position)
          expected.insert((last, ""), at: position)
        case 2 where !deck.cards.isEmpty:
          let position = Int.random(in: deck.cards.indices, using: &random)
          deck.cards.remove(at: position)
          expected.remove(at: position)
        case 3:
          let order = deck.cards.indices.shuffled(using: &random)
          deck.cards = order.map { deck.cards[$0] }
          expected = order.map { expected[$0] }
        case 4:
          if let card = deck.cards.randomElement(using: &random) { forms.append((index, card)) }
        default:
          // The card may have been removed elsewhere.
          guard let form = forms.randomElement(using: &random) else { break }
          form.card.text = "\(last)"
          for position in expected.indices where expected[position].id == form.card.id {
            if decks[form.deck].cards.contains(where: { $0 === form.card }) {
              expected[position].text = "\(last)"
            }
          }
        }
        for saved in saves { #expect(await saved.flush()) }
        for (index, deck) in decks.enumerated() {
          let found = deck.cards.map { "\($0.id) \($0.text)" }
          guard found == expected.map({ "\($0.id) \($0.text)" }) else {
            Issue.record("seed \(seed): \(index) has \(found), not \(expected)")
            return
          }
          // The deck contains the card of the form.
          for form in forms where form.deck == index {
            for card in deck.cards where card.id == form.card.id { #expect(card === form.card) }
          }
        }
      }
    }
  }
}
