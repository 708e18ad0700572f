/// A heap whose least element comes first.
struct OutboxHeap<Element: Comparable & Sendable>: Sendable {
  private var elements: ContiguousArray<Element> = []

  var first: Element? { elements.first }
  var count: Int { elements.count }
  /// The memory of the elements in bytes.
  var size: Int { elements.capacity * MemoryLayout<Element>.stride }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard elements[index] < elements[parent] else { break }
      elements.swapAt(index, parent)
      index = parent
    }
  }

  mutating func removeFirst() {
    elements.swapAt(0, elements.count - 1)
    elements.removeLast()
    sink(0)
  }

  /// Removes the elements that aren't wanted.
  mutating func keep(where isWanted: (Element) -> Bool) {
    elements.removeAll { !isWanted($0) }
    for index in stride(from: elements.count / 2, through: 0, by: -1) { sink(index) }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < elements.count && elements[child] < elements[least] {
        least = child
      }
      if least == index { return }
      elements.swapAt(index, least)
      index = least
    }
  }
}
