/// Elements under numbers that grow, in the order of these numbers.
///
/// A dictionary with such keys has an order that differs from process to process. Appending and removing
/// take amortised O(log n), going through all elements O(n).
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
  /// A loop, not a lazy sequence: that would cost three times as much where `Element` is not known.
  package func visit(_ body: (Element) -> Void) {
    for slot in slots {
      if let element = slot.element { body(element) }
    }
  }

  /// Appends an element under a number that no other element of this list had.
  package mutating func append(_ element: Element) -> Number {
    lastNumber += 1
    slots.append(Slot(number: lastNumber, element: element))
    count += 1
    return lastNumber
  }

  /// Takes an element out; `nil`: it has been taken before.
  package mutating func remove(_ number: Number) -> Element? {
    guard let index = index(of: number), let element = slots[index].element.take() else {
      return nil
    }
    count -= 1
    // Half of the slots are empty: each was paid for by the removal that emptied it.
    if slots.count >= 2 * count { slots.removeAll { $0.element == nil } }
    return element
  }

  /// Takes all elements out, in the order in which they were appended.
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
