/// A list of a journal's entries at one time, the oldest first.
///
/// Access by position has constant cost. The list doesn't include later entries.
public struct JournalEntries: RandomAccessCollection, Sendable {
  private let list: ChunkedList<JournalEntry>

  init(_ list: ChunkedList<JournalEntry>) {
    self.list = list
  }

  /// The position of the first entry.
  public var startIndex: Int { list.places.lowerBound }
  /// The position after the last entry.
  public var endIndex: Int { list.places.upperBound }

  /// The entry at a position.
  ///
  /// An entry has the same position in each list of the journal's entries.
  public subscript(position: Int) -> JournalEntry { list[position] }

  /// Returns the entry with a number, if the list contains it.
  ///
  /// - Complexity: O(log n).
  public func entry(number: Int) -> JournalEntry? {
    let place = list.places.firstPlace { list[$0].number >= number }
    guard place < endIndex, list[place].number == number else { return nil }
    return list[place]
  }
}
