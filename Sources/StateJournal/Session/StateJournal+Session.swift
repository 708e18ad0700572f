public import Foundation

extension StateJournal {
  /// The entries that there are now, as values that can be written, shown and replayed.
  ///
  /// Values become JSON by their `Codable`, and text; those of redacted fields are left out.
  ///
  /// - Complexity: O(n), with the size of all values; it is done before this returns.
  public func session() -> StateSession {
    var (builder, entries) = recorder.makeSessionBuilder()
    for entry in entries { builder.append(entry) }
    return builder.session
  }

  /// Writes the entries that there are now to a file, which `StateSession(contentsOf:)` reads.
  ///
  /// The values become JSON on the main actor, in turns of a few milliseconds; the rest is done elsewhere. The file is
  /// there as a whole or not at all.
  ///
  /// - Throws: The system's error if the file can't be written, and `CancellationError` in a task that is
  ///   cancelled, with nothing written.
  public func export(to url: URL) async throws {
    var (builder, entries) = recorder.makeSessionBuilder()
    var end = ContinuousClock.now + Self.exportTurn
    for entry in entries {
      builder.append(entry)
      if ContinuousClock.now < end { continue }
      await Task.yield()
      try Task.checkCancellation()
      end = .now + Self.exportTurn
    }
    try Task.checkCancellation()
    try await builder.session.write(to: url)
  }

  private static let exportTurn = Duration.milliseconds(4)
}

extension JournalRecorder {
  /// Begins a session with the values in front of the first entry; the entries are to be added.
  func makeSessionBuilder() -> (SessionBuilder, JournalEntries) {
    // First the entries: the oldest may go for the last.
    let entries = entries
    let (frame, lastGone) = oldest
    return (SessionBuilder(frame, lastGone: lastGone, start: entries.first?.time), entries)
  }
}
