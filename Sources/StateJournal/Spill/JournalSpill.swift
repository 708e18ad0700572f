public import Foundation

/// What a journal has written of the entries that had no more room in its memory.
public struct JournalSpill: Sendable {
  /// A session's file with some of the entries.
  public struct File: Sendable, Hashable {
    /// Where it is; `StateSession(contentsOf:)` reads it.
    public let url: URL
    /// The numbers of its first and its last entry, without those that only make the stores of before.
    public let numbers: ClosedRange<Int>
  }

  /// The files that are written, in the order of their entries.
  public internal(set) var files: [File] = []
  /// The number of entries that are in no file: too many came behind one that could not be written.
  public internal(set) var lostCount = 0
  /// Why the last file could not be written; nothing if it was.
  ///
  /// It waits to be written with the next one.
  public internal(set) var failure: (any Error)?
}
