import Observation
import Testing

@testable import StateEngine

@MainActor
@Suite struct StateSnapshotTests {
  @MainActor @Observable final class Item: SnapshotState {
    var title: String

    init(_ title: String) {
      self.title = title
    }

    static var snapshotFields: SnapshotFields<Item> { SnapshotFields(\.title) }
  }

  @MainActor @Observable final class Basket: SnapshotState {
    var count = 0
    var limit = 0
    var names: [String] = []
    var cache = 0
    let first = Item("first")
    var selected: Item?
    var others: [Item] = []

    static var snapshotFields: SnapshotFields<Basket> {
      SnapshotFields(\.count, \.limit, \.names)
        .child(\.first)
        .child(\.selected)
        .children(\.others)
    }
  }

  private let basket = Basket()

  private func changes(_ change: () -> Void) -> [String] {
    let old = basket.snapshot()
    change()
    return old.differences(to: basket.snapshot()).map { "\($0.name): \($0.old) -> \($0.new)" }
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
    #expect(changes { basket.names = ["a"] } == [#"names: [] -> ["a"]"#])
    let both = changes {
      basket.count = 1
      basket.limit = 2
    }
    #expect(both == ["count: 0 -> 1", "limit: 0 -> 2"])
  }

  @Test func fieldsOfOneTypeAreToldApartByTheirValues() {
    basket.limit = 7
    #expect(changes { basket.limit = 8 } == ["limit: 7 -> 8"])
    basket.cache = 8
    #expect(changes { basket.limit = 9 } == ["limit: 8 -> 9"])
    #expect(changes { basket.count = 1 } == ["count: 0 -> 1"])
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
        "first.title: first -> 1", "selected.title: selected -> 2", "others[1].title: b -> 3",
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
    #expect(changes { basket.selected = Item("c") } == ["selected.title: a -> c"])
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

  @MainActor @Observable final class Door: SnapshotState {
    private(set) var isOpen = false
    var name = ""

    func open() {
      isOpen = true
    }

    func close() {
      isOpen = false
    }

    static var snapshotFields: SnapshotFields<Door> {
      SnapshotFields(\.name).field(\.isOpen) { door, isOpen in
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
    #expect(differences.map { "\($0.name): \($0.old) -> \($0.new)" } == ["isOpen: false -> true"])
    door.restore(closed)
    #expect(!door.isOpen)
    door.restore(open)
    #expect(door.isOpen)
  }
}
