package import StateRequests

/// The records of a cache outside of its memory, as another product stores them.
@MainActor
package protocol QueryRecords: AnyObject, Sendable {
  /// Returns whether the content of a query has a record.
  nonisolated func hasRecord(_ key: QueryKey) -> Bool
  /// Reads the record of a query, if there is one.
  func read(_ key: QueryKey) async -> RequestRecord<QueryContent>?
  /// Replaces the record of a query.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - key: The query.
  ///   - hasDependencies: Whether the load of the content has used other queries.
  func store(_ record: RequestRecord<QueryContent>, _ key: QueryKey, hasDependencies: Bool)
  /// Removes the record of a query.
  func remove(_ key: QueryKey)
  /// Marks the content in the record of a query as changed elsewhere.
  func invalidate(_ key: QueryKey)
  /// Marks the content in all records with one of the tags as changed elsewhere.
  func invalidate(_ tags: Set<QueryTag>)
  /// Removes all records; `completion` is called when they no longer exist, or their removal has failed.
  func clear(_ completion: @escaping @MainActor () -> Void)
  /// Stores now what waits for more changes.
  func flush()
}
