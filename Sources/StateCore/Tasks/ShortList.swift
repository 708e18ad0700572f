/// An array that needs no allocation for a single element.
///
/// Without a second element it has no array at all. Even an empty one would have to be retained and released.
package struct ShortList<Element>: RandomAccessCollection {
  private var head: Element?
  private var tail: [Element]?

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { head == nil ? 0 : 1 + (tail?.count ?? 0) }

  package subscript(index: Int) -> Element {
    guard let element = index == 0 ? head : tail?[index - 1] else {
      preconditionFailure("The index is out of range.")
    }
    return element
  }

  package mutating func append(_ element: Element) {
    if head == nil {
      head = element
    } else if tail?.append(element) == nil {
      tail = [element]
    }
  }

  /// Removes and returns all elements.
  package mutating func takeAll() -> ShortList {
    defer { self = ShortList() }
    return self
  }
}
