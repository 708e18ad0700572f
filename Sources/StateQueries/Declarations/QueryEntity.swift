/// A value with an identity that several queries contain, and that all of them show alike.
///
/// ```swift
/// struct Order: QueryEntity {
///   let id: Int
///   var isPaid = false
/// }
///
/// struct OrderQuery: ResourceQuery {
///   let id: Order.ID
///   static var entities: EntityPaths<Order> { EntityPaths().one(\.self) }
///
///   func load(in context: QueryContext) async throws -> Order {
///     try await context.environment.orders.order(id)
///   }
/// }
/// ```
///
/// Two values are the same entity if their types and their ids are equal.
public protocol QueryEntity: Identifiable, Equatable, Sendable where ID: Sendable {}

/// The places of entities in the content of a query.
public struct EntityPaths<Value>: Sendable {
  /// Visits the entities at a place; `false` if a removed entity leaves no value.
  typealias Visit = @Sendable (inout Value, (any QueryEntity) -> EntityStep) -> Bool

  private var visits: [Visit] = []

  /// Creates paths to no entities.
  public init() {}

  var isEmpty: Bool { visits.isEmpty }

  /// Adds a place with one entity, such as `\.self`; the removal of the entity ends the whole content.
  public func one<Entity: QueryEntity>(
    _ path: any WritableKeyPath<Value, Entity> & Sendable
  ) -> EntityPaths {
    adding { value, step in
      switch step(value[keyPath: path]) {
      case .keep, .hide: break
      case .replace(let new): if let new = new as? Entity { value[keyPath: path] = new }
      case .remove: return false
      }
      return true
    }
  }

  /// Adds a place that may have an entity; the removal of the entity leaves `nil`.
  public func optional<Entity: QueryEntity>(
    _ path: any WritableKeyPath<Value, Entity?> & Sendable
  ) -> EntityPaths {
    adding { value, step in
      guard let entity = value[keyPath: path] else { return true }
      switch step(entity) {
      case .keep: break
      case .replace(let new): if let new = new as? Entity { value[keyPath: path] = new }
      case .remove, .hide: value[keyPath: path] = nil
      }
      return true
    }
  }

  /// Adds an array of entities; the removal of an entity removes its elements.
  public func many<Entity: QueryEntity>(
    _ path: any WritableKeyPath<Value, [Entity]> & Sendable
  ) -> EntityPaths {
    adding { value, step in
      let old = value[keyPath: path]
      var new: [Entity]?
      for (index, entity) in old.enumerated() {
        switch step(entity) {
        case .keep: new?.append(entity)
        case .replace(let other):
          if new == nil { new = Array(old[..<index]) }
          new?.append(other as? Entity ?? entity)
        case .remove, .hide: if new == nil { new = Array(old[..<index]) }
        }
      }
      if let new { value[keyPath: path] = new }
      return true
    }
  }

  func adding(_ visit: @escaping Visit) -> EntityPaths {
    var paths = self
    paths.visits.append(visit)
    return paths
  }

  /// Visits all entities of a value.
  ///
  /// - Returns: `false` if a removed entity leaves no value.
  func visit(_ value: inout Value, _ step: (any QueryEntity) -> EntityStep) -> Bool {
    for visit in visits where !visit(&value, step) { return false }
    return true
  }
}

/// What happens to an entity in the content of a query.
enum EntityStep {
  case keep
  case replace(any QueryEntity)
  case remove
  /// Removes the entity, unless the whole content would end.
  case hide
}
