import Observation
import StateTestSupport
import Testing

@testable import StateFields

@MainActor
@Suite struct StateSnapshotTests {
  @MainActor @Observable final class Item: SnapshotState {
    var title: String

    init(_ title: String) {
      self.title = title
    }

    static let snapshotFields = SnapshotFields<Item> { SnapshotField("title", \.title) }
  }

  @MainActor @Observable final class Basket: SnapshotState {
    var count = 0
    var limit = 0
    var names: [String] = []
    var cache = 0
    let first = Item("first")
    var selected: Item?
    var others: [Item] = []

    static let snapshotFields = SnapshotFields<Basket> {
      SnapshotField("count", \.count)
      SnapshotField("limit", \.limit)
      SnapshotField("names", \.names)
      SnapshotField("first", child: \.first)
      SnapshotField("selected", child: \.selected)
      SnapshotField("others", children: \.others)
    }
  }

  private let basket = Basket()

  private func changes(_ change: () -> Void) -> [String] {
    let old = basket.snapshot()
    change()
    return old.differences(to: basket.snapshot()).map { "\($0.name): \($0.old) → \($0.new)" }
  }

  @Test func snapshotsAreCopies() {
    let old = basket.snapshot()
    basket.count = 1
    #expect(old != basket.snapshot())
    basket.count = 0
    #expect(old == basket.snapshot())
  }

  @Test func onlyNamedFieldsCount() {
    #expect(changes { basket.cache = 1 } == [])
    let old = basket.snapshot()
    basket.cache = 2
    #expect(old == basket.snapshot())
  }

  @Test func restoringBringsTheValuesBack() {
    basket.names = ["a"]
    let old = basket.snapshot()
    basket.count = 5
    basket.names = []
    basket.restore(old)
    #expect(basket.count == 0)
    #expect(basket.names == ["a"])
    #expect(basket.snapshot() == old)
  }

  @Test func differencesAreNamed() {
    #expect(changes { basket.names = ["a"] } == [#"names: [] → ["a"]"#])
    let both = changes {
      basket.count = 1
      basket.limit = 2
    }
    #expect(both == ["count: 0 → 1", "limit: 0 → 2"])
  }

  @Test func fieldsOfOneTypeAreDistinguishedRegardlessOfTheirValues() {
    basket.limit = 7
    #expect(changes { basket.limit = 8 } == ["limit: 7 → 8"])
    basket.cache = 8
    #expect(changes { basket.limit = 9 } == ["limit: 8 → 9"])
    #expect(changes { basket.count = 9 } == ["count: 0 → 9"])
    #expect(changes { basket.limit = 0 } == ["limit: 9 → 0"])
  }

  @Test func childrenArePartOfTheSnapshot() {
    basket.selected = Item("selected")
    basket.others = [Item("a"), Item("b")]
    let changes = changes {
      basket.first.title = "1"
      basket.selected?.title = "2"
      basket.others[1].title = "3"
    }
    #expect(
      changes == [
        #"first.title: "first" → "1""#, #"selected.title: "selected" → "2""#,
        #"others[1].title: "b" → "3""#,
      ]
    )
  }

  @Test func childrenAreRestoredAsTheObjectsThatTheyWere() {
    let selected = Item("selected")
    basket.selected = selected
    basket.others = [Item("a")]
    let old = basket.snapshot()
    selected.title = "changed"
    basket.selected = nil
    basket.others = []
    basket.first.title = "changed"
    #expect(
      old.differences(to: basket.snapshot()).map(\.name) == ["first.title", "selected", "others"]
    )
    basket.restore(old)
    #expect(basket.selected === selected)
    #expect(selected.title == "selected")
    #expect(basket.others.map(\.title) == ["a"])
    #expect(basket.first.title == "first")
    #expect(basket.snapshot() == old)
  }

  @Test func childrenCountByTheirFields() {
    basket.selected = Item("a")
    basket.others = [Item("b")]
    let old = basket.snapshot()
    basket.selected = Item("a")
    basket.others = [Item("b")]
    #expect(old == basket.snapshot())
    #expect(changes { basket.selected = Item("c") } == [#"selected.title: "a" → "c""#])
  }

  @Test func aSnapshotCanBeRestoredOnAnotherObject() {
    basket.count = 3
    basket.first.title = "old"
    let old = basket.snapshot()
    basket.first.title = "new"
    let other = Basket()
    other.restore(old)
    #expect(other.count == 3)
    #expect(other.first.title == "old")
    #expect(other.first !== basket.first)
    #expect(basket.first.title == "new")
  }

  @MainActor @Observable final class Node: SnapshotState {
    var value = 0
    var next: Node?

    static let snapshotFields = SnapshotFields<Node> {
      SnapshotField("value", \.value)
      SnapshotField("next", child: \.next)
    }
  }

  /// Creates two objects, each the child of the other.
  private func makeCycle(_ first: Int, _ second: Int) -> Node {
    let node = Node()
    node.value = first
    node.next = Node()
    node.next?.value = second
    node.next?.next = node
    return node
  }

  @Test func aStateThatIsAPartOfItselfIsComparedAndRestored() {
    let node = makeCycle(1, 2)
    let old = node.snapshot()
    let other = makeCycle(1, 2)
    #expect(old == other.snapshot())
    other.next?.value = 3
    #expect(old.differences(to: other.snapshot()).map(\.description) == ["next.value: 2 → 3"])
    other.next?.next = other.next
    #expect(old != other.snapshot())
    let third = makeCycle(1, 3)
    #expect(
      third.snapshot().differences(to: other.snapshot()).map(\.description) == [
        "next.next: (the object 2 above) → (the object 1 above)"
      ]
    )
    node.next?.value = 4
    node.restore(old)
    #expect(node.snapshot() == old)
    for node in [node, other, third] { node.next?.next = nil }
  }

  @Test func aValueThatIsNotEqualToItselfIsNotADifference() {
    let gauge = Gauge()
    let old = gauge.snapshot()
    #expect(gauge.snapshot() == old)
    gauge.values = [.nan, 1]
    gauge.pairs = [Gauge.Reading(value: .nan, name: "a")]
    let middle = gauge.snapshot()
    gauge.values = [.nan, 1].map { $0 + 0 }
    gauge.pairs = [Gauge.Reading(value: -.nan, name: "a")]
    #expect(gauge.snapshot() == middle)
    gauge.pairs[0].name = "b"
    #expect(
      middle.differences(to: gauge.snapshot()).map(\.description) == [#"pairs[0].name: "a" → "b""#]
    )
  }

  @MainActor @Observable final class Gauge: SnapshotState {
    struct Reading: Equatable {
      var value: Double
      var name: String
    }

    var value = Double.nan
    var values: [Double] = []
    var pairs: [Reading] = []

    static let snapshotFields = SnapshotFields<Gauge> {
      SnapshotField("value", \.value)
      SnapshotField("values", \.values)
      SnapshotField("pairs", \.pairs)
    }
  }

  /// A list whose elements detect that their text is requested.
  @MainActor @Observable final class Heavy: SnapshotState {
    struct Element: CustomStringConvertible {
      var description: String { preconditionFailure("An unlisted property was read") }
    }

    var count = 0
    var unlisted = Array(repeating: Element(), count: 100_000)

    static let snapshotFields = SnapshotFields<Heavy> { SnapshotField("count", \.count) }
  }

  @Test func unlistedPropertiesAreNotRead() {
    let heavy = Heavy()
    let old = heavy.snapshot()
    heavy.count = 1
    #expect(old.differences(to: heavy.snapshot()).map(\.description) == ["count: 0 → 1"])
  }

  @MainActor @Observable final class Door: SnapshotState {
    private(set) var isOpen = false
    var name = ""

    func open() {
      isOpen = true
    }

    func close() {
      isOpen = false
    }

    static let snapshotFields = SnapshotFields<Door> {
      SnapshotField("name", \.name)
      SnapshotField("isOpen", \.isOpen) { door, isOpen in
        isOpen ? door.open() : door.close()
      }
    }
  }

  @Test func aPropertyWithoutASetterIsComparedAndRestored() {
    let door = Door()
    let closed = door.snapshot()
    door.open()
    let open = door.snapshot()
    let differences = closed.differences(to: open)
    #expect(differences.map { "\($0.name): \($0.old) → \($0.new)" } == ["isOpen: false → true"])
    door.restore(closed)
    #expect(!door.isOpen)
    door.restore(open)
    #expect(door.isOpen)
  }

  @Test func aStateIsResetToThatOfANewOne() {
    basket.count = 3
    basket.first.title = "changed"
    basket.selected = Item("a")
    basket.others = [Item("b")]
    basket.cache = 7
    let first = basket.first
    let new = Basket()
    new.others = [Item("c")]
    basket.reset(to: new)
    #expect(basket.snapshot() == new.snapshot())
    #expect(basket.first === first)
    #expect(basket.others.first === new.others.first)
    #expect(basket.cache == 7)
  }

  @Test func whatIsTransientIsResetToo() {
    let page = Page()
    page.scroll = 5
    page.reset(to: Page())
    #expect(page.scroll == 0)
  }

  @MainActor @Observable final class Page: SnapshotState {
    var scroll = 0

    static let snapshotFields = SnapshotFields<Page> {
      SnapshotField("scroll", \.scroll).transient()
    }
  }

  @Test func childrenOfARedactedFieldHaveNoKey() {
    let state = SecretGuests()
    state.fill()
    let old = state.snapshot()
    state.rows[Secret.keys[0]] = SecretGuest(id: Secret.keys[0], title: Secret.values[0])
    state.list.removeFirst()
    let new = state.snapshot()
    var text = "\(old) \(String(reflecting: old))"
    dump(old, to: &text)
    let names = old.objects.map(\.name)
    let replacements = old.replacements(in: new, since: old, originals: [:]).map(\.description)
    let lines = [text, list(old, old, new)] + names + replacements
    for line in lines where line.contains(Secret.mark) { Issue.record("\(line)") }
    #expect(names.filter { $0 == "rows[(redacted)]" }.count == 2)
    #expect(names.filter { $0 == "rows[(redacted)].companions[0]" }.count == 2)
    #expect(names.contains("sheet[(redacted)]"))
    #expect(replacements.contains { $0.hasPrefix("rows[(redacted)]: expected ") })
  }

  @Test func aDumpHasTheOtherValues() {
    let state = SecretGuests()
    state.count = 7
    state.tables[4] = SecretGuest(id: "4", title: "known")
    var text = ""
    dump(state.snapshot(), to: &text)
    for part in ["count: \"7\"", "rows: \"(redacted)\"", "tables[4]: ", "title: \"\\\"known\\\"\""]
    {
      #expect(text.contains(part), "\(text)")
    }
    #expect(
      "\(state.snapshot())".hasPrefix("SecretGuests(count: 7, token: (redacted), rows: (redacted)")
    )
  }
}
