/// The entries of a journal at one time, the oldest first.
///
/// Each has its place at constant cost; entries that come later are not among them.
public struct JournalEntries: RandomAccessCollection, Sendable {
  private let list: ChunkedList<JournalEntry>

  init(_ list: ChunkedList<JournalEntry>) {
    self.list = list
  }

  /// The place of the first entry.
  public var startIndex: Int { list.places.lowerBound }
  /// The place behind the last entry.
  public var endIndex: Int { list.places.upperBound }

  /// The entry at a place; it has the same one in each list of the journal's entries.
  public subscript(position: Int) -> JournalEntry { list[position] }

  /// The entry with a number, if it is there.
  ///
  /// - Complexity: O(log n).
  public func entry(number: Int) -> JournalEntry? {
    let place = list.places.firstPlace { list[$0].number >= number }
    guard place < endIndex, list[place].number == number else { return nil }
    return list[place]
  }
}
