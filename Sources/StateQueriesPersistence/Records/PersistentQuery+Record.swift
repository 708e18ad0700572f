import StatePersistence
import StateQueries
import StateRequests

/// The fields of a record.
enum RecordField {
  static let query = "query"
  static let value = "value"
  static let date = "loadedAt"
  static let isInvalidated = "isInvalidated"
  static let number = "invalidations"
  static let hasDependencies = "hasDependencies"
}

extension PersistentQuery {
  /// Returns the key of the record in a folder.
  func recordKey() throws(SavedStateError) -> String {
    try RecordFolder.key(of: self, name: Self.name)
  }

  /// Returns the record of content.
  func contents(
    of content: StoredContent,
    version: Int
  ) throws(SavedStateError) -> RecordFolder.Contents {
    var contents = RecordFolder.Contents(name: Self.name, version: version)
    try contents.encode(self, RecordField.query)
    try contents.encode(content.record.content.value(of: self), RecordField.value)
    try contents.encode(content.record.loadedAt / .seconds(1), RecordField.date)
    try contents.encode(content.record.isInvalidated, RecordField.isInvalidated)
    try contents.encode(content.number, RecordField.number)
    try contents.encode(content.hasDependencies, RecordField.hasDependencies)
    return contents
  }

  /// Returns the content of a record.
  ///
  /// - Throws: An error if the record belongs to another query, or can't be decoded.
  func content(
    of contents: RecordFolder.Contents,
    version: Int
  ) throws(SavedStateError) -> StoredContent {
    try contents.check(version)
    guard contents.name == Self.name, try contents.decode(Self.self, RecordField.query) == self
    else { throw SavedStateError(.otherState, "it belongs to another query") }
    return StoredContent(
      record: RequestRecord(
        content: QueryContent(try contents.decode(Value.self, RecordField.value)),
        loadedAt: try contents.date(),
        isInvalidated: try contents.decode(Bool.self, RecordField.isInvalidated)
      ),
      number: try contents.decode(Int.self, RecordField.number),
      hasDependencies: try contents.decode(Bool.self, RecordField.hasDependencies)
    )
  }

  /// Returns whether content may have changed elsewhere since it was stored: it depends on other queries, or an
  /// invalidation by tags that it doesn't know reaches it.
  ///
  /// A number after the last one in the log is from a log that was lost.
  func isOutdated(_ content: StoredContent, by log: TagLog) -> Bool {
    let since = content.number
    if content.hasDependencies || since < log.floor || since > log.number { return true }
    guard since < log.number else { return false }
    let tags = tags(for: content.record.content.value(of: self))
    // A mutation of an entity reaches only the content in memory.
    return tags.union(entityTags(of: content.record.content)).contains {
      log.isInvalidated($0, since: since)
    }
  }
}

extension RecordFolder.Contents {
  /// - Throws: An error for another version.
  func check(_ version: Int) throws(SavedStateError) {
    if self.version == version { return }
    throw SavedStateError(.otherVersion, "it has version \(self.version) instead of \(version)")
  }

  /// Returns the date of the content.
  func date() throws(SavedStateError) -> Duration {
    let seconds = try decode(Double.self, RecordField.date)
    guard abs(seconds) < 1e15 else { throw SavedStateError(.damaged, "its date is impossible") }
    return .seconds(seconds)
  }
}
