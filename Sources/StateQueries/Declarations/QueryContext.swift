public import StateCore
import StateRequests

/// The reason for a load.
public enum QueryReason: Hashable, Sendable {
  /// A watch has begun, or the entry of a watch was removed.
  case watch
  /// A caller wants the content.
  case value
  /// A caller wants content that is newer than its call.
  case reload
  /// The interval of the query has passed.
  case interval
  /// The app is active again.
  case active
  /// The network is available again.
  case reconnect
  /// The content was invalidated.
  case invalidated
  /// Content that the load has used has changed.
  case dependency
  /// A caller wants another page.
  case page

  init(_ reason: RequestReason) {
    switch reason {
    case .watch: self = .watch
    case .value: self = .value
    case .reload: self = .reload
    case .interval: self = .interval
    // A cache has no other events.
    case .active, .event: self = .active
    case .reconnect: self = .reconnect
    case .invalidated: self = .invalidated
    case .dependency: self = .dependency
    }
  }
}

/// The circumstances of an attempt to load a query.
public struct QueryContext: Sendable {
  /// The number of the attempt in its load, starting at 1.
  public let attempt: Int
  /// The reason for the load.
  public let reason: QueryReason
  /// The environment with which the cache was created, because the content is for all who watch it.
  ///
  /// Its `queries` is this cache only if that environment contained it.
  public let environment: StoreEnvironment
}
