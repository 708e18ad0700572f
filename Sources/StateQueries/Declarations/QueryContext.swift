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
  /// The environment with which the cache was created, because all watchers share the content.
  ///
  /// Its `queries` is this cache only if that environment contained it.
  public let environment: StoreEnvironment
  let dependencies: any DependencySource

  /// Returns the content of another query, on which the content of this load then depends.
  ///
  /// Fresh content is returned at once. Otherwise, the call joins or starts the load of the other query, and is
  /// interested in it while it waits. The content is without changes that a server hasn't confirmed.
  ///
  /// When the other query has different content, this query is invalidated. The links last until the next load of this
  /// query. An attempt that throws after its dependency has failed isn't retried, because the dependency was.
  ///
  /// ```swift
  /// func load(in context: QueryContext) async throws -> [Order] {
  ///   let user = try await context.value(of: UserQuery())
  ///   return try await context.environment.orders.list(of: user.id)
  /// }
  /// ```
  ///
  /// - Throws: The error of the other load; a `CancellationError` if this attempt has ended, or a `QueryError` if the
  ///   other query needs the content of this one.
  public func value<Query: ResourceQuery>(of query: Query) async throws -> Query.Value {
    try await dependencies.value(of: query)
  }
}

/// The content of queries for one attempt to load another query.
protocol DependencySource: Sendable {
  @MainActor func value<Query: ResourceQuery>(of query: Query) async throws -> Query.Value
}
