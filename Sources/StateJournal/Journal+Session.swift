public import Foundation
import StateRecord

extension Journal {
  /// Returns the current entries as values that can be written, shown, and replayed.
  ///
  /// Values are converted to JSON through `Codable`, and to text. Values of redacted fields are omitted.
  ///
  /// - Complexity: O(n), where n is the size of all values. The work completes before this returns.
  public func session() -> StateSession {
    var (builder, entries) = recorder.makeSessionBuilder()
    for entry in entries { builder.append(entry) }
    return builder.session
  }

  /// Writes the current entries to a file that `StateSession(contentsOf:)` reads.
  ///
  /// Values are converted to JSON on the main actor, in turns of a few milliseconds. The rest runs elsewhere. The file
  /// is written completely or not at all.
  ///
  /// - Throws: The system's error if the file can't be written, or `CancellationError` in a cancelled task. Nothing is
  ///   written in that case.
  public func export(to url: URL) async throws {
    try await exportedSession().write(to: url)
  }

  /// Returns the current entries as values, which are converted in turns of a few milliseconds.
  ///
  /// - Throws: `CancellationError` in a cancelled task.
  package func exportedSession() async throws -> StateSession {
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
    return builder.session
  }

  private static let exportTurn = Duration.milliseconds(4)
}

extension JournalRecorder {
  /// Creates a session builder with the values before the first entry, and the entries to append.
  func makeSessionBuilder() -> (SessionBuilder, JournalEntries) {
    // A session ends with the caller's changes. Their entries may remove the oldest ones.
    EventCenter.report()
    let entries = entries
    let (frame, lastGone) = oldest
    return (SessionBuilder(frame, lastGone: lastGone, start: entries.first?.time), entries)
  }
}
