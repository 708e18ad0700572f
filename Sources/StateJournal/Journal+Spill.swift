import StateRecord

extension Journal {
  /// The entries that were written because memory was full; `nil` for a journal without a folder.
  public var spill: JournalSpill? { recorder.spill?.writer.spill }

  /// Writes the entries that were removed from memory but aren't in a file yet.
  ///
  /// `export(to:)` writes the remaining entries; the first of them follows the last one written here.
  ///
  /// - Throws: The system's error if a file can't be written. Its entries wait for the next attempt.
  public func flush() async throws {
    EventCenter.report()
    try await recorder.spill?.flush()
  }
}
