public import StateCore

enum QueriesKey: StoreEnvironmentKey {
  static let liveValue = QueryCache.shared
  static let previewValue = QueryCache.preview()
}

extension StoreEnvironment {
  /// The cache of queries.
  ///
  /// It is `QueryCache.shared` in an app, and a cache without answers in previews. In a test, set a cache; without one,
  /// a read reports an issue.
  public var queries: QueryCache {
    get { self[QueriesKey.self] }
    set { self[QueriesKey.self] = newValue }
  }
}
