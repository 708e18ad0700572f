/// An array that needs no allocation for a single element.
///
/// Its cases are one value, so an empty list is destroyed without a call: even an empty array would have to be released.
package enum ShortList<Element>: RandomAccessCollection {
  case empty
  case one(Element)
  case many([Element])

  package init() {
    self = .empty
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int {
    switch self {
    case .empty: 0
    case .one: 1
    case .many(let elements): elements.count
    }
  }

  package var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }

  package subscript(index: Int) -> Element {
    switch self {
    case .many(let elements): return elements[index]
    case .one(let element) where index == 0: return element
    case .one, .empty: preconditionFailure("The index is out of range.")
    }
  }

  package mutating func append(_ element: Element) {
    switch self {
    case .empty: self = .one(element)
    case .one(let first): self = .many([first, element])
    case .many(var elements):
      // The list must not hold the array while it grows.
      self = .empty
      elements.append(element)
      self = .many(elements)
    }
  }

  /// Removes and returns all elements.
  package mutating func takeAll() -> ShortList {
    defer { self = .empty }
    return self
  }
}
