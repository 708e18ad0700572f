/// An array that needs no allocation for one element.
package struct ShortList<Element>: RandomAccessCollection {
  private var head: Element?
  private var tail: [Element] = []

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { head == nil ? 0 : 1 + tail.count }

  package subscript(index: Int) -> Element {
    if index > 0 { return tail[index - 1] }
    guard let head else { preconditionFailure("The list is empty.") }
    return head
  }

  package mutating func append(_ element: Element) {
    if head == nil { head = element } else { tail.append(element) }
  }

  /// Leaves the list empty.
  package mutating func takeAll() -> ShortList {
    defer { self = ShortList() }
    return self
  }
}
