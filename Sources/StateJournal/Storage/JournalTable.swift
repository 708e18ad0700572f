/// The entries of a journal, of which the oldest go where they take up too many bytes.
///
/// Beside the entries it has the state before the first and the one behind the last of them, and between
/// them a copy after as many entries as there are objects, and at least 256: a state is found from the
/// copy before it.
///
/// - Complexity: O(1) amortised for an entry.
package struct JournalTable<Frame: JournalFrame> {
  package typealias Entry = Frame.Entry

  private struct KeyFrame {
    /// The place of the entry behind it.
    let place: Int
    let frame: Frame
    let size: Int
  }

  private static var keyDistance: Int { 256 }

  /// The number of bytes that entries and copies of states may take up.
  package let capacity: Int
  /// The bytes that they take up.
  package private(set) var size = 0
  package private(set) var entries = ChunkedList<Entry>()
  /// The state before the first entry.
  package private(set) var first: Frame
  /// The state behind the last entry.
  package private(set) var last: Frame
  private var keyFrames = ChunkedList<KeyFrame>()
  private var lastKey = 0
  /// The number of the last entry that has gone.
  package private(set) var lastNumberGone = 0

  package init(capacity: Int, _ frame: Frame) {
    self.capacity = capacity
    first = frame
    last = frame
  }

  /// Adds an entry, and calls `release` with each one that goes for it.
  package mutating func append(_ entry: Entry, release: (Entry) -> Void = { _ in }) {
    let place = entries.places.upperBound
    if place - lastKey >= max(Self.keyDistance, last.count) {
      lastKey = place
      let key = KeyFrame(place: place, frame: last, size: last.size)
      keyFrames.append(key)
      size += key.size
    }
    entries.append(entry)
    size += entry.size
    last.apply(entry)
    while size > capacity, let gone = entries.popFirst() {
      drop(gone)
      release(gone)
    }
  }

  private mutating func drop(_ entry: Entry) {
    size -= entry.size
    first.apply(entry)
    lastNumberGone = entry.number
    // Its values are nobody else's any more.
    while let place = keyFrames.places.first, keyFrames[place].place < entries.places.lowerBound {
      size -= keyFrames.popFirst()?.size ?? 0
    }
  }

  /// The state behind the entry with a number, or behind the last one before it; nothing if that one
  /// has gone.
  package func frame(at number: Int) -> Frame? {
    guard number >= lastNumberGone else { return nil }
    let end = end(of: number)
    if end == entries.places.upperBound { return last }
    var (start, frame) = (entries.places.lowerBound, first)
    let keys = keyFrames.places
    let next = keys.firstPlace { keyFrames[$0].place > end }
    if next > keys.lowerBound {
      (start, frame) = (keyFrames[next - 1].place, keyFrames[next - 1].frame)
    }
    for place in start..<end { frame.apply(entries[place]) }
    return frame
  }

  /// The place behind the last entry with a number that is not greater.
  package func end(of number: Int) -> Int {
    entries.places.firstPlace { entries[$0].number > number }
  }
}

/// An entry of a `JournalTable`; a later one has a greater number.
package protocol NumberedEntry {
  var number: Int { get }
  /// The bytes that it takes up.
  var size: Int { get }
}

/// A state that entries lead to.
package protocol JournalFrame {
  associatedtype Entry: NumberedEntry

  /// The number of objects.
  var count: Int { get }
  /// The bytes that a copy takes up beside the values.
  var size: Int { get }
  mutating func apply(_ entry: Entry)
}

extension Range<Int> {
  /// The first place from which on a condition holds; the end if it does not.
  package func firstPlace(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
