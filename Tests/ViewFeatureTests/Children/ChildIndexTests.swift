import StateCore
import StateTesting
import Testing

@testable import FeatureStore

@Suite struct ChildIndexTests {
  private final class Item {
    let id: Int

    init(_ id: Int) {
      self.id = id
    }
  }

  private var index = ChildIndex<Int, Item> { $0.id }

  @Test mutating func whatIsAppendedIsFound() {
    var items: [Item] = []
    for id in 0..<100 {
      items.append(Item(id))
      #expect(index.hasGrownOnly(to: items))
      #expect(index.state(id, in: items) === items[id])
    }
    #expect(index.state(100, in: items) == nil)
  }

  @Test mutating func theFirstOfEqualIdsCounts() {
    let items = [Item(1), Item(1), Item(2)]
    #expect(index.state(1, in: items) === items[0])
    #expect(index.state(2, in: items) === items[2])
  }

  @Test(arguments: 0..<50)
  mutating func behavesLikeASearchThroughAllStates(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var items: [Item] = []
    for id in 0..<200 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0..<3: items.append(Item(id))
      case 3: if !items.isEmpty { items.remove(at: .random(in: items.indices, using: &random)) }
      case 4: items.insert(Item(id), at: .random(in: 0...items.count, using: &random))
      default: if !items.isEmpty { items[.random(in: items.indices, using: &random)] = Item(id) }
      }
      index.mayHaveChanged()
      for id in [id, Int.random(in: 0...id, using: &random)] {
        #expect(index.state(id, in: items) === items.first { $0.id == id })
      }
    }
  }
}
