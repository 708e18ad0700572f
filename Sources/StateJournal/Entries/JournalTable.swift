/// The entries of a journal.
///
/// The oldest ones are removed if they use too many bytes.
///
/// The table also keeps the state before the first entry, the state after the last one, and copies in between. The
/// distance between copies is the number of objects, but at least 256 entries. A state is computed from the copy before
/// it.
///
/// - Complexity: O(1) amortised for an entry.
package struct JournalTable<Frame: JournalFrame> {
  package typealias Entry = Frame.Entry

  private struct KeyFrame {
    /// The position of the entry after it.
    let place: Int
    let frame: Frame
    let size: Int
  }

  private static var keyDistance: Int { 256 }

  /// The maximum size of entries and copies of states in bytes.
  package let capacity: Int
  /// The current size in bytes.
  package private(set) var size = 0
  package private(set) var entries = ChunkedList<Entry>()
  /// The state before the first entry.
  package private(set) var first: Frame
  /// The state after the last entry.
  package private(set) var last: Frame
  private var keyFrames = ChunkedList<KeyFrame>()
  private var lastKey = 0
  /// The number of the last removed entry.
  package private(set) var lastNumberGone = 0

  package init(capacity: Int, _ frame: Frame) {
    self.capacity = capacity
    first = frame
    last = frame
  }

  /// Adds an entry, and calls `release` with each entry that is removed to make room.
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
    // Nothing else shares its values now.
    while let place = keyFrames.places.first, keyFrames[place].place < entries.places.lowerBound {
      size -= keyFrames.popFirst()?.size ?? 0
    }
  }

  /// Returns the state after the entry with a number, or after the last entry before it.
  ///
  /// Returns `nil` if that entry was removed.
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

  /// Returns the position after the last entry whose number isn't greater.
  package func end(of number: Int) -> Int {
    entries.places.firstPlace { entries[$0].number > number }
  }
}

/// An entry of a `JournalTable`.
///
/// Later entries have greater numbers.
package protocol NumberedEntry {
  var number: Int { get }
  /// The size in bytes.
  var size: Int { get }
}

/// A state that is derived from entries.
package protocol JournalFrame {
  associatedtype Entry: NumberedEntry

  /// The number of objects.
  var count: Int { get }
  /// The size of a copy in bytes, not including the values.
  var size: Int { get }
  mutating func apply(_ entry: Entry)
}

extension Range<Int> {
  /// Returns the first position from which a condition holds, or the end if it never does.
  package func firstPlace(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
