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
  /// The name of the type on disk; two types of one cache with the same name are reported as an issue.
  static var name: String { get }
}

extension PersistentQuery {
  /// The name of the type in Swift with its module and the types that contain it.
  ///
  /// Two private types can still have the same name.
  public static var name: String { TypeName.stable(of: Self.self) }
}
