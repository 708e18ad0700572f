import StateCore
import Testing

@testable import StateOutbox

@Suite struct OutboxHeapTests {
  @Test func theLeastElementComesFirst() {
    var random = SeededGenerator(seed: 3)
    for count in [0, 1, 2, 3, 7, 100] {
      var heap = OutboxHeap<Int>()
      let values = (0..<count).map { _ in Int.random(in: 0..<50, using: &random) }
      for value in values { heap.insert(value) }
      #expect(heap.count == count)
      var found: [Int] = []
      while let first = heap.first {
        found.append(first)
        heap.removeFirst()
      }
      #expect(found == values.sorted())
    }
  }

  @Test func unwantedElementsAreRemoved() {
    var heap = OutboxHeap<Int>()
    for value in (0..<100).reversed() { heap.insert(value) }
    heap.keep { $0.isMultiple(of: 3) }
    var found: [Int] = []
    while let first = heap.first {
      found.append(first)
      heap.removeFirst()
    }
    #expect(found == Array(stride(from: 0, to: 100, by: 3)))
  }
}
