/// A list of elements with increasing numbers, ordered by number.
///
/// The order of a dictionary with such keys would differ from process to process. Appending and removing take amortised
/// O(log n), visiting all elements O(n).
package struct NumberedList<Element> {
  package typealias Number = Int

  private struct Slot {
    let number: Number
    var element: Element?
  }

  private var slots: [Slot] = []
  private var lastNumber = 0
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// Calls `body` with each element, in the order in which they were appended.
  ///
  /// This is a loop, because a lazy sequence would cost three times as much if `Element` isn't specialized.
  package func visit(_ body: (Element) -> Void) {
    for slot in slots {
      if let element = slot.element { body(element) }
    }
  }

  /// Appends an element under a number that no other element of this list has had.
  package mutating func append(_ element: Element) -> Number {
    lastNumber += 1
    slots.append(Slot(number: lastNumber, element: element))
    count += 1
    return lastNumber
  }

  /// Removes an element.
  ///
  /// Returns `nil` if it was already removed.
  package mutating func remove(_ number: Number) -> Element? {
    guard let index = index(of: number), let element = slots[index].element.take() else {
      return nil
    }
    count -= 1
    // At least half of the slots are empty. Each removal has paid for one of them.
    if slots.count >= 2 * count { slots.removeAll { $0.element == nil } }
    return element
  }

  /// Removes all elements, in the order in which they were appended.
  package mutating func removeAll() -> [Element] {
    defer {
      slots = []
      count = 0
    }
    return slots.compactMap { $0.element }
  }

  private func index(of number: Number) -> Int? {
    var range = slots.indices
    while let middle = range.middle {
      if slots[middle].number == number { return middle }
      range =
        slots[middle].number < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}

extension Range<Int> {
  fileprivate var middle: Int? { isEmpty ? nil : lowerBound + count / 2 }
}
