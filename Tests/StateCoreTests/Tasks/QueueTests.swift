import StateTestSupport
import StateTesting
import Testing

@testable import StateCore

@Suite struct QueueTests {
  @Test func emptyQueueHasNoFirst() {
    var queue = Queue<Int>()
    #expect(queue.isEmpty)
    let first = queue.popFirst()
    #expect(first == nil)
  }

  @Test func firstInIsFirstOut() {
    var queue = Queue<Int>()
    for element in 0..<1_000 { queue.append(element) }
    let elements = (0..<1_000).map { _ in queue.popFirst() }
    #expect(elements == Array(0..<1_000))
    #expect(queue.isEmpty)
  }

  @Test func anElementIsReleasedWhenItIsTakenOut() {
    final class Element {}
    var queue = Queue<Element>()
    weak var first: Element?
    do {
      let element = Element()
      first = element
      queue.append(element)
    }
    queue.append(Element())
    queue.popFirst()
    #expect(first == nil)
    #expect(queue.count == 1)
  }

  @Test(.notRepeated, arguments: 0..<50)
  func behavesLikeAnArray(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var queue = Queue<Int>()
    var array: [Int] = []
    for element in 0..<500 {
      if Int.random(in: 0..<5, using: &random) < 3 {
        queue.append(element)
        array.append(element)
      } else {
        let first = queue.popFirst()
        #expect(first == (array.isEmpty ? nil : array.removeFirst()))
      }
      #expect(queue.isEmpty == array.isEmpty)
    }
  }
}
