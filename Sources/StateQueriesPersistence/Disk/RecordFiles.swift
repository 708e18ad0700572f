import StatePersistence
import StateQueries
import StateRequests

/// The records of a cache in a folder, off the main actor.
actor RecordFiles {
  struct Reading: Sendable {
    var record: RequestRecord<QueryContent>?
    var error: SavedStateError?
  }

  struct Outcome: Sendable {
    var failed: [QueryKey] = []
    var hasCleared = true
    var hasStoredLog = true
    /// The reason why records can't be written.
    var failure: SavedStateError?
    /// The errors of content that can't be encoded.
    var errors: [SavedStateError] = []
  }

  /// The key of the record of invalidations; those of queries are digests.
  static let logKey = "invalidations"

  private let folder: RecordFolder
  private let version: Int

  init(_ folder: RecordFolder, version: Int) {
    self.folder = folder
    self.version = version
  }

  /// Checks that the folder can be used.
  ///
  /// - Returns: The keys of the records of queries, and the invalidations.
  func open(number: Int) throws(SavedStateError) -> (keys: [String], log: TagLog) {
    let keys = try folder.open().filter { $0 != Self.logKey }
    if let log = readLog() { return (keys, log) }
    // Without the log, nothing is known about the records.
    let log = TagLog(number: number)
    try write(log)
    return (keys, log)
  }

  private func readLog() -> TagLog? {
    guard let contents = try? folder.read(Self.logKey), contents.name == Self.logKey else {
      return nil
    }
    return try? contents.decode(TagLog.self, Self.logKey)
  }

  private func write(_ log: TagLog) throws(SavedStateError) {
    var contents = RecordFolder.Contents(name: Self.logKey, version: version)
    try contents.encode(log, Self.logKey)
    try folder.write(contents, Self.logKey)
  }

  /// Removes a record that is too old, has another version, or is damaged.
  func clean(_ key: String, olderThan oldest: Duration) -> SavedStateError? {
    do throws(SavedStateError) {
      guard let contents = try folder.read(key) else { return nil }
      try contents.check(version)
      if try contents.date() <= oldest { throw Self.expired }
      return nil
    } catch { return removed(key, error) }
  }

  private static let expired = SavedStateError(.expired, "it is older than the maximum age")

  /// Removes an unusable record; one that can't be read now may be readable later.
  private func removed(_ key: String, _ error: SavedStateError) -> SavedStateError {
    if error.code != .unreadable { try? folder.remove(key) }
    return folder.error(error, of: key)
  }

  /// Reads the content of a query; an unusable record is removed.
  func read<Query: PersistentQuery>(
    _ query: Query,
    olderThan oldest: Duration,
    _ log: TagLog
  ) -> Reading {
    do throws(SavedStateError) {
      let key = try query.recordKey()
      do throws(SavedStateError) {
        guard let contents = try folder.read(key) else { return Reading() }
        var content = try query.content(of: contents, version: version)
        if content.isOlder(than: oldest) { throw Self.expired }
        if query.isOutdated(content, by: log) { content.record.isInvalidated = true }
        return Reading(record: content.record)
      } catch { return Reading(error: removed(key, error)) }
    } catch { return Reading(error: error) }
  }

  /// Writes a batch, and the invalidations if they have changed.
  func perform(_ batch: RecordQueue.Batch, _ log: TagLog?) -> Outcome {
    var outcome = Outcome()
    if batch.clears {
      do throws(SavedStateError) { try folder.removeAll() } catch {
        // The next attempt would also remove what this one writes.
        return Outcome(hasCleared: false, hasStoredLog: log == nil, failure: error)
      }
    }
    if let log {
      do throws(SavedStateError) { try write(log) } catch {
        outcome.hasStoredLog = false
        outcome.failure = outcome.failure ?? error
        // Without the log, all records are stale; the earlier one would hide invalidations.
        try? folder.remove(Self.logKey)
      }
    }
    for (key, work) in batch.work {
      guard let query = key.query as? any PersistentQuery else { continue }
      perform(work, key, query, &outcome)
    }
    return outcome
  }

  private func perform(
    _ work: RecordQueue.Work,
    _ key: QueryKey,
    _ query: some PersistentQuery,
    _ outcome: inout Outcome
  ) {
    let name: String
    do throws(SavedStateError) { name = try query.recordKey() } catch {
      // A query that can't be encoded has no record.
      return outcome.errors.append(error)
    }
    do throws(SavedStateError) {
      switch work {
      case .write(let content):
        do throws(SavedStateError) {
          try folder.write(query.contents(of: content, version: version), name)
        } catch  where error.code == .field {
          outcome.errors.append(error)
          try folder.remove(name)
        }
      case .remove: try folder.remove(name)
      case .invalidate: try invalidate(name)
      }
    } catch {
      outcome.failed.append(key)
      outcome.failure = outcome.failure ?? error
    }
  }

  private func invalidate(_ name: String) throws(SavedStateError) {
    do throws(SavedStateError) {
      guard var contents = try folder.read(name) else { return }
      try contents.encode(true, RecordField.isInvalidated)
      try folder.write(contents, name)
    } catch {
      // Outdated content may not stay.
      try folder.remove(name)
    }
  }
}
