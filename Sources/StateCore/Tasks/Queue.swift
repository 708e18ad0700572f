/// First in, first out, at constant cost; an element is let go of when it is taken out.
package struct Queue<Element> {
  private var slots: [Element?] = []
  private var head = 0

  package init() {}

  init(_ elements: [Element]) {
    slots = elements
  }

  package var isEmpty: Bool { head == slots.count }
  package var count: Int { slots.count - head }
  package var first: Element? { isEmpty ? nil : slots[head] }
  package var elements: [Element] { slots[head...].compactMap { $0 } }

  package mutating func append(_ element: Element) {
    slots.append(element)
  }

  @discardableResult
  package mutating func popFirst() -> Element? {
    guard head < slots.count else { return nil }
    let element = slots[head].take()
    head += 1
    if head == slots.count {
      removeAll()
    } else if head >= 32, head * 2 >= slots.count {
      slots.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Leaves the queue empty.
  package mutating func takeAll() -> [Element] {
    defer { removeAll() }
    return elements
  }

  package mutating func removeAll() {
    slots.removeAll(keepingCapacity: slots.count <= 32)
    head = 0
  }
}
