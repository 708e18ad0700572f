import StateRecord

extension StateJournal {
  /// What has been written of the entries that had no more room; nothing in a journal without a folder.
  public var spill: JournalSpill? { recorder.spill?.writer.spill }

  /// Writes the entries that have gone from the memory and are in no file yet.
  ///
  /// `export(to:)` writes those that are still there; the first of these is the next one.
  ///
  /// - Throws: The system's error if a file can't be written; its entries wait for the next try.
  public func flush() async throws {
    EventCenter.report()
    try await recorder.spill?.flush()
  }
}
