import Observation
import StateFields
import StateJSON
import StateRecord
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StateTreeTests {
  struct Part: Hashable, Codable {
    var name: String
    var numbers: [String: Int]
    var kind: Kind = .small

    enum Kind: Hashable, Codable {
      case small
      case large(Int)
    }
  }

  @MainActor @Observable
  final class Cell: SnapshotState {
    var weight: Int

    init(_ weight: Int) { self.weight = weight }

    static let snapshotFields = SnapshotFields<Cell> { SnapshotField("weight", \.weight) }
  }

  @MainActor @Observable
  final class Table: SnapshotState {
    var count = 0
    var parts: [Part] = []
    var part: Part?
    var cell = Cell(1)
    var cells: [Cell] = [Cell(2), Cell(3)]
    var named: [String: Cell] = ["a/b": Cell(4)]
    var secret = "hidden-value"
    var closed: Cell? = Cell(99)

    static let snapshotFields = SnapshotFields<Table> {
      SnapshotField("count", \.count)
      SnapshotField("parts", \.parts).transient()
      SnapshotField("part", \.part)
      SnapshotField("cell", child: \.cell)
      SnapshotField("cells", children: \.cells)
      SnapshotField("named", children: \.named)
      SnapshotField("secret", \.secret).redacted()
      SnapshotField("closed", child: \.closed).redacted()
    }
  }

  let store = FakeStore(Table())
  let journal = Journal()

  init() { journal.recordAny(store) }

  /// The number of the last entry, after the changes of the test so far.
  private var now: Int {
    Frame.endTurn()
    return journal.numbers.last
  }

  private func tree() throws -> StateTree {
    try #require(journal.tree(of: store.storeID, at: now))
  }

  private func place(_ names: String...) throws -> StateTree.Place {
    let tree = try tree()
    return try names.reduce(tree.root) { try #require(tree.child($1, of: $0)) }
  }

  private func names(
    _ place: StateTree.Place,
    from start: Int = 0,
    atMost limit: Int = 100
  ) throws -> [String] {
    try tree().children(of: place, from: start, atMost: limit).map(\.name)
  }

  @Test
  func theStateIsAnObjectWithFields() throws {
    let root = try tree().root
    #expect(root.kind == .object)
    #expect(
      try names(root) == [
        "count", "parts", "part", "cell", "cells", "named", "secret", "closed",
      ]
    )
    let count = try place("count")
    #expect(count.type == "Int")
    #expect(count.text == "0")
    #expect(count.kind == .leaf)
    #expect(count.isEditable)
    #expect(!count.isTransient)
    #expect(try place("parts").isTransient)
  }

  @Test
  func valuesHaveParts() throws {
    store.state.parts = (0..<5).map { Part(name: "part \($0)", numbers: ["b": 2, "a": 1]) }
    let parts = try place("parts")
    #expect(parts.kind == .list)
    #expect(parts.count == 5)
    #expect(try names(parts, from: 3) == ["3", "4"])
    #expect(try names(parts, from: 1, atMost: 2) == ["1", "2"])
    #expect(try names(parts, from: 9).isEmpty)
    let part = try place("parts", "2")
    #expect(part.kind == .value)
    #expect(try names(part) == ["name", "numbers", "kind"])
    #expect(!part.isEditable)
    let numbers = try place("parts", "2", "numbers")
    #expect(numbers.kind == .keyed)
    #expect(try names(numbers) == ["a", "b"])
    #expect(try place("parts", "2", "numbers", "b").text == "2")
  }

  @Test
  func optionalValuesAndCasesHaveTheirParts() throws {
    #expect(try place("part").kind == .leaf)
    #expect(try place("part").text == "nil")
    store.state.part = Part(name: "one", numbers: [:], kind: .large(3))
    #expect(try names(try place("part")) == ["name", "numbers", "kind"])
    #expect(try place("part", "kind", "large").text == "3")
  }

  @Test
  func childrenAreObjects() throws {
    #expect(try place("cell").kind == .object)
    #expect(try place("cell", "weight").text == "1")
    #expect(try place("cells").count == 2)
    #expect(try place("cells", "1", "weight").text == "3")
    #expect(try place("cells", "1", "weight").isEditable)
    #expect(try names(try place("named")) == ["a/b"])
    #expect(try place("named", "a/b", "weight").text == "4")
  }

  @Test
  func redactedFieldsHaveNoValues() throws {
    let tree = try tree()
    for name in ["secret", "closed"] {
      let place = try place(name)
      #expect(place.kind == .redacted)
      #expect(place.text == "(redacted)")
      #expect(place.count == 0)
      #expect(!place.isEditable)
      #expect(tree.json(of: place, atMost: 1_000) == nil)
      #expect(try names(place).isEmpty)
    }
    #expect(tree.child("weight", of: try place("closed")) == nil)
  }

  @Test
  func aStoreBelowARedactedFieldHasNoTree() throws {
    let closed = FakeStore(try #require(store.state.closed), below: store.storeID)
    journal.recordAny(closed)
    let open = FakeStore(store.state.cell, below: store.storeID)
    journal.recordAny(open)
    let number = now
    #expect(journal.tree(of: closed.storeID, at: number) == nil)
    #expect(journal.tree(of: open.storeID, at: number) != nil)
  }

  @Test
  func valuesAreJSONUpToASize() throws {
    store.state.parts = [Part(name: "one", numbers: [:])]
    let tree = try tree()
    let parts = try place("parts")
    #expect(tree.json(of: parts, atMost: 1_000)?.array?.first?["name"] == "one")
    #expect(tree.json(of: parts, atMost: 10) == nil)
    #expect(tree.json(of: try place("parts", "0", "name"), atMost: 100) == "one")
    #expect(tree.json(of: tree.root, atMost: 1_000) == nil)
  }

  @Test
  func earlierStatesAreThere() throws {
    let before = now
    store.state.cells[0].weight = 20
    store.state.cells.removeLast()
    let tree = try #require(journal.tree(of: store.storeID, at: before))
    let cells = try #require(tree.child("cells", of: tree.root))
    #expect(cells.count == 2)
    #expect(tree.children(of: cells, from: 0, atMost: 1).first?.kind == .object)
    #expect(try place("cells").count == 1)
    #expect(try place("cells", "0", "weight").text == "20")
  }
}
