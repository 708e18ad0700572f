import Testing

@testable import StateCore

@Suite struct WorkIDQueueTests {
  private var queue = WorkIDQueue()

  private func id(_ generation: Int) -> WorkID { WorkID(slot: generation, generation: generation) }

  @Test mutating func theOrderIsThatOfTheStarts() {
    for start in [3, 1, 4, 2] { queue.insert(id(10 * start), of: start) }
    #expect(queue.all == [10, 20, 30, 40].map(id))
    #expect(queue.started(until: 2) == [10, 20].map(id))
    #expect(queue.started(until: 0).isEmpty)
  }

  @Test mutating func workOfOneStartIsInTheOrderOfItsBeginning() {
    for generation in [7, 5, 6] { queue.insert(id(generation), of: 1) }
    #expect(queue.started(until: 1) == [5, 6, 7].map(id))
  }

  @Test mutating func removedIdsAreNotListed() {
    for generation in 1...6 { queue.insert(id(generation), of: generation) }
    for generation in [1, 6, 3, 3, 9] { queue.remove(id(generation), of: generation) }
    #expect(queue.all == [2, 4, 5].map(id))
    for generation in [2, 4, 5] { queue.remove(id(generation), of: generation) }
    #expect(queue.isEmpty && queue.all.isEmpty)
    queue.insert(id(8), of: 8)
    #expect(queue.all == [id(8)])
  }

  @Test mutating func anEmptyQueueIsEmpty() {
    queue.remove(id(1), of: 1)
    #expect(queue.isEmpty)
    #expect(queue.started(until: .max).isEmpty)
  }
}
