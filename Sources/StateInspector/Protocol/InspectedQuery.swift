#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The entries of the app's caches of queries, the oldest cache first.
struct QueryList: Codable, Sendable, Equatable {
  var caches: [InspectedCache]
}

/// The entries of a cache of queries.
struct InspectedCache: Codable, Sendable, Equatable {
  /// The number that identifies it in requests.
  var number: Int
  /// Whether the network seems to be available.
  var isOnline: Bool
  /// The number of entries.
  var count: Int
  /// The entries that were used last, the latest first.
  var queries: [InspectedQuery]
}

/// An entry of a cache of queries.
struct InspectedQuery: Codable, Sendable, Equatable {
  enum State: String, Codable, Sendable, CaseIterable {
    /// The next caller gets the content.
    case fresh
    /// The next caller loads the content.
    case stale
    /// The last load has failed.
    case failed
    /// No load has ended.
    case empty
  }

  /// The start of an attempt.
  struct Attempt: Codable, Sendable, Equatable {
    /// The number of the attempt in its load, starting at 1.
    var number: Int
    var reason: String
    /// The number of the entry with which it began; absent if the journal doesn't have it.
    var entry: Int?
    /// The text of that entry, with the cause.
    var text: String?
  }

  /// A simulated behavior of loads.
  enum Simulated: String, Codable, Sendable, CaseIterable {
    case endless
    case failing
    case slow
  }

  /// The number of the entry in its cache.
  var number: Int
  /// The name of the query without its parameters.
  var name: String
  /// The query with its parameters, unless they are redacted.
  var query: String
  var state: State
  /// The age of the content in seconds; absent without content.
  var age: Double?
  /// Whether a load is in flight or pauses between its attempts.
  var isLoading: Bool
  /// The number of the attempt that follows a pause.
  var nextAttempt: Int?
  /// The error of the last load, or of the last attempt before a pause.
  var error: String?
  var watchers: Int
  var waiters: Int
  /// Whether a change isn't confirmed yet.
  var isPending: Bool
  /// The last attempt since the recording began.
  var attempt: Attempt?
  /// The simulated behavior of its loads; absent if a request hasn't chosen one.
  var simulated: Simulated?
}
#endif
