import Observation
import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite struct SnapshotReaderTests {
  @MainActor @Observable final class Leaf: SnapshotState {
    let id: Int
    var count = 0
    @ObservationIgnored var unseen = 0
    var parts: [Leaf] = []

    init(_ id: Int) { self.id = id }

    var sum: Int { unseen + 1 }

    static let snapshotFields = SnapshotFields<Leaf> {
      SnapshotField("id", \.id)
      SnapshotField("count", \.count)
      SnapshotField("unseen", \.unseen)
      SnapshotField("sum", \.sum)
      SnapshotField("parts", children: \.parts)
    }
  }

  /// A state that isn't observable.
  @MainActor final class Plain: SnapshotState {
    private(set) var count = 0
    var leaf: Leaf?

    func increment() { count += 1 }

    static let snapshotFields = SnapshotFields<Plain> {
      SnapshotField("count", \.count)
      SnapshotField("leaf", child: \.leaf)
    }
  }

  enum Place {
    case none
    case number(Int)
    case leaf(Leaf)
  }

  @MainActor @Observable final class Root: SnapshotState {
    let cover = Leaf(0)
    let plain = Plain()
    var title = ""
    var value = Double.nan
    var list: [Leaf] = []
    var byID: [Int: Leaf] = [:]
    var selected: Leaf?
    var place = Place.none
    @ObservationIgnored private(set) var secret = 0

    func changeSecret() { secret += 1 }

    static let snapshotFields = SnapshotFields<Root> {
      SnapshotField("cover", child: \.cover)
      SnapshotField("plain", child: \.plain)
      SnapshotField("title", \.title)
      SnapshotField("value", \.value)
      SnapshotField("list", children: \.list)
      SnapshotField("byID", children: \.byID)
      SnapshotField("selected", child: \.selected)
      SnapshotField("place", \.place, cases: Place.leaf)
    }
  }

  private let root = Root()

  /// Makes a random change somewhere in the tree.
  private func change(_ random: inout SeededGenerator) {
    let leaves = [root.cover] + root.list + root.byID.values.sorted { $0.id < $1.id }
    let leaf = leaves.randomElement(using: &random) ?? root.cover
    switch Int.random(in: 0..<19, using: &random) {
    case 0: root.title += "x"
    case 1: root.title = root.title
    case 2: root.list.append(Leaf(Int.random(in: 0..<100, using: &random)))
    case 3: if !root.list.isEmpty { root.list.removeFirst() }
    case 4: root.list.shuffle(using: &random)
    case 5: root.list.append(leaf)
    case 6: root.byID[Int.random(in: 0..<3, using: &random)] = Leaf(7)
    case 7: root.byID[Int.random(in: 0..<3, using: &random)] = nil
    case 8: root.selected = Bool.random(using: &random) ? leaf : nil
    case 9: root.place = .leaf(leaf)
    case 10: root.place = .number(Int.random(in: 0..<3, using: &random))
    case 11: leaf.count += 1
    case 12: leaf.unseen += 1
    case 13: leaf.parts.append(Leaf(1))
    case 14: leaf.parts.last?.count += 1
    case 15: leaf.parts.last?.parts = [Leaf(2)]
    case 16: root.plain.increment()
    case 17: root.plain.leaf = leaf
    default: root.value = Bool.random(using: &random) ? .nan : 1
    }
  }

  @Test(arguments: Array(seedsOnOneThread(0..<40))) func aSnapshotIsThatOfTheObject(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let reader = SnapshotReader(root)
    for step in 0..<60 {
      let before = reader.snapshot()
      let expectedBefore = root.snapshot()
      for _ in 0..<Int.random(in: 0..<4, using: &random) { change(&random) }
      let after = reader.snapshot()
      let expected = root.snapshot()
      #expect(after == expected, "step \(step)")
      #expect(expected.differences(to: after).isEmpty, "step \(step)")
      #expect(
        before.differences(to: after) == expectedBefore.differences(to: expected),
        "step \(step)"
      )
      #expect(reader.unnoticedChanges().isEmpty)
    }
  }

  @Test func nothingIsReadThatHasNotChanged() {
    root.list = (0..<3).map { Leaf($0) }
    let reader = SnapshotReader(root)
    let first = reader.snapshot()
    #expect(reader.snapshot().structure == first.structure)
    root.list[1].count = 5
    let second = reader.snapshot()
    #expect(second.structure == first.structure)
    #expect(first.differences(to: second).map { "\($0)" } == ["list[1].count: 0 → 5"])
    root.list.swapAt(0, 1)
    #expect(reader.snapshot().structure != first.structure)
  }

  @Test func removedObjectsAreReleased() {
    let reader = SnapshotReader(root)
    root.list = [Leaf(1)]
    root.list[0].parts = [Leaf(2)]
    _ = reader.snapshot()
    weak let leaf = root.list[0]
    weak let part = root.list[0].parts[0]
    root.list = []
    _ = reader.snapshot()
    #expect(leaf == nil)
    #expect(part == nil)
  }

  @Test func aReaderThatIsGoneHoldsNothing() {
    weak var leaf: Leaf?
    weak var owner: Root?
    do {
      let root = Root()
      root.list = [Leaf(1)]
      root.selected = root.list[0]
      (leaf, owner) = (root.list[0], root)
      _ = SnapshotReader(root).snapshot()
    }
    #expect(leaf == nil)
    #expect(owner == nil)
  }

  @Test func anObjectThatIsAPartOfItselfIsReadAsAWhole() {
    let reader = SnapshotReader(root)
    root.cover.parts = [Leaf(1)]
    _ = reader.snapshot()
    root.cover.parts[0].parts = [root.cover]
    #expect(reader.snapshot() == root.snapshot())
    root.cover.count = 7
    #expect(reader.snapshot() == root.snapshot())
    root.cover.parts = []
    #expect(reader.snapshot() == root.snapshot())
  }

  @MainActor @Observable final class Hidden: SnapshotState {
    var seen = 1
    @ObservationIgnored private(set) var secret = 0
    @ObservationIgnored private var factor = 1

    var product: Int { seen * factor }

    func change() {
      secret += 1
      factor += 1
    }

    static let snapshotFields = SnapshotFields<Hidden> {
      SnapshotField("secret", constant(\.secret))
      SnapshotField("product", \.product)
    }

    /// Returns the key path as it is when the setter isn't accessible.
    private static func constant(_ property: KeyPath<Hidden, Int>) -> KeyPath<Hidden, Int> {
      property
    }
  }

  @Test func changesWithoutNotificationsAreFoundByAComparison() {
    let hidden = Hidden()
    let reader = SnapshotReader(hidden)
    let first = reader.snapshot()
    hidden.change()
    #expect(reader.snapshot() == first)
    #expect(
      reader.unnoticedChanges().map { "\($0)" } == ["secret: 0 → 1", "product: 1 → 2"]
    )
  }
}
