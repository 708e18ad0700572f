public import StateQueries

/// A query whose content is also on disk, after `persist(in:)` of its cache.
///
/// ```swift
/// struct OrderQuery: PersistentQuery {
///   let id: Order.ID
///
///   func load(in context: QueryContext) async throws -> Order {
///     try await context.environment.orders.order(id)
///   }
/// }
/// ```
///
/// A record contains the query, its content without unconfirmed changes, and the date of the content. Equal queries
/// have equal encodings.
public protocol PersistentQuery: ResourceQuery, Codable where Value: Codable {
  /// The name of the type on disk, which no other query of the cache has; a second one is reported.
  static var name: String { get }
}

extension PersistentQuery {
  /// The name of the type in Swift.
  public static var name: String { String(describing: Self.self) }
}
