/// A first-in, first-out queue with constant cost.
///
/// It releases an element when the element is removed. It is inlinable because other targets use it for each event and
/// each queued action.
@usableFromInline
package struct Queue<Element> {
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var head = 0

  package init() {}

  init(_ elements: [Element]) {
    slots = elements
  }

  @inlinable package var isEmpty: Bool { head == slots.count }
  @inlinable package var count: Int { slots.count - head }
  @inlinable package var first: Element? { isEmpty ? nil : slots[head] }
  @inlinable package var elements: [Element] { slots[head...].compactMap { $0 } }

  @inlinable
  package mutating func append(_ element: Element) {
    slots.append(element)
  }

  @inlinable
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

  /// Removes and returns all elements.
  @inlinable
  package mutating func takeAll() -> [Element] {
    defer { removeAll() }
    return elements
  }

  @inlinable
  package mutating func removeAll() {
    slots.removeAll(keepingCapacity: slots.count <= 32)
    head = 0
  }
}
