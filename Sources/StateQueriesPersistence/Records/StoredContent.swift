import StateQueries
import StateRequests

/// The content of a query for its record on disk.
struct StoredContent: Sendable {
  var record: RequestRecord<QueryContent>
  /// The number of invalidations by tags that the record knows.
  var number: Int
  /// Whether the content is from a load that has used other queries, whose changes only the memory knows.
  var hasDependencies = false

  /// Returns whether the content is older than a date.
  func isOlder(than date: Duration) -> Bool { record.loadedAt <= date }
}
