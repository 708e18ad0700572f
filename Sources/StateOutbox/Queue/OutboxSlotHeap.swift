/// The dates of slots, of which the earliest comes first.
///
/// A slot has at most one date, however often it gets another one.
struct OutboxSlotHeap: Sendable {
  struct Element: Sendable {
    var date: Double
    var slot: Int32
  }

  private var elements: ContiguousArray<Element> = []
  /// The place of each slot among the elements, or -1.
  private var places: ContiguousArray<Int32> = []

  var first: Element? { elements.first }
  var count: Int { elements.count }
  /// The memory of the tables in bytes.
  var size: Int {
    elements.capacity * MemoryLayout<Element>.stride
      + places.capacity * MemoryLayout<Int32>.stride
  }

  /// Sets the date of a slot; an infinite one removes the slot.
  mutating func set(_ slot: Int, _ date: Double) {
    if slot >= places.count {
      guard date < .infinity else { return }
      places.reserveQuarter(for: slot + 1)
      places.append(contentsOf: repeatElement(-1, count: slot + 1 - places.count))
    }
    let place = Int(places[slot])
    if place < 0 {
      guard date < .infinity else { return }
      elements.reserveQuarter(for: elements.count + 1)
      elements.append(Element(date: date, slot: Int32(slot)))
      places[slot] = Int32(elements.count - 1)
      rise(elements.count - 1)
    } else if date < .infinity {
      elements[place].date = date
      rise(place)
      sink(place)
    } else {
      swap(place, elements.count - 1)
      elements.removeLast()
      places[slot] = -1
      guard place < elements.count else { return }
      rise(place)
      sink(place)
    }
  }

  private mutating func swap(_ first: Int, _ second: Int) {
    elements.swapAt(first, second)
    places[Int(elements[first].slot)] = Int32(first)
    places[Int(elements[second].slot)] = Int32(second)
  }

  private mutating func rise(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard elements[index].date < elements[parent].date else { return }
      swap(index, parent)
      index = parent
    }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < elements.count && elements[child].date < elements[least].date {
        least = child
      }
      if least == index { return }
      swap(index, least)
      index = least
    }
  }
}

extension ContiguousArray {
  /// Reserves memory for a number of elements and a quarter more, which is enough to stay linear.
  mutating func reserveQuarter(for count: Int) {
    if count > capacity { reserveCapacity(count + count / 4 + 16) }
  }
}
