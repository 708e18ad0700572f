/// A key with its parameters, and the function that loads its value.
///
/// ```swift
/// struct OrderQuery: ResourceQuery {
///   let id: Order.ID
///
///   func load(in context: QueryContext) async throws -> Order {
///     try await context.environment.orders.order(id)
///   }
/// }
/// ```
///
/// Equal queries of one type have one entry in a `QueryCache`, with one load for all callers. All
/// parameters that affect the value are therefore properties of the query.
public protocol ResourceQuery<Value>: Hashable, Sendable {
  /// The type of the loaded value.
  associatedtype Value: Sendable

  /// The rules for the age, the loads and the end of the entry.
  var options: QueryOptions { get }

  /// Loads the value.
  ///
  /// The cache calls it once per attempt, outside the main actor and without the context of a caller.
  @concurrent func load(in context: QueryContext) async throws -> Value

  /// Returns the tags by which the entry can be invalidated; `value` is `nil` before the first load.
  func tags(for value: Value?) -> Set<QueryTag>

  /// Returns the size of a value in bytes, for the limit of a cache.
  func cost(of value: Value) -> Int

  /// The places of entities in the value, which the content of other queries may contain, too.
  static var entities: EntityPaths<Value> { get }
}

extension ResourceQuery {
  /// The default options.
  public var options: QueryOptions { QueryOptions() }

  /// No tags.
  public func tags(for value: Value?) -> Set<QueryTag> { [] }

  /// Zero.
  public func cost(of value: Value) -> Int { 0 }

  /// None.
  public static var entities: EntityPaths<Value> { EntityPaths() }
}
