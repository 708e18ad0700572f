public import Foundation

/// The entries that a journal has written to files because its memory was full.
public struct JournalSpill: Sendable {
  /// A session file with some of the entries.
  public struct File: Sendable, Hashable {
    /// The location of the file.
    ///
    /// `StateSession(contentsOf:)` reads it.
    public let url: URL
    /// The numbers of its first and its last entry, not including entries that only recreate earlier stores.
    public let numbers: ClosedRange<Int>
  }

  /// The written files, in the order of their entries.
  public internal(set) var files: [File] = []
  /// The number of entries that no file contains, because too many followed one that couldn't be written.
  public internal(set) var lostCount = 0
  /// The error of the last file, or `nil` if it was written.
  ///
  /// The file is written again together with the next one.
  public internal(set) var failure: (any Error)?
}
