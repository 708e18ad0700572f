/// The identity of an entity: its type and its id.
struct EntityID: Hashable, Sendable {
  private let type: any QueryEntity.Type
  private let id: any Hashable & Sendable

  init<Entity: QueryEntity>(_ type: Entity.Type, _ id: Entity.ID) {
    self.type = type
    self.id = id
  }

  init(_ entity: some QueryEntity) {
    self.init(Swift.type(of: entity), entity.id)
  }

  /// The tag by which changes of the entity reach the content of records.
  var tag: QueryTag { QueryTag("entity \(TypeName.stable(of: type))", text: "\(id)") }

  static func == (lhs: Self, rhs: Self) -> Bool {
    ObjectIdentifier(lhs.type) == ObjectIdentifier(rhs.type)
      && AnyHashable(lhs.id) == AnyHashable(rhs.id)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(AnyHashable(id))
  }
}

typealias QueryEntityTable = EntityTable<QueryKey, EntityID, any QueryEntity>

extension QueryEntity {
  /// Returns whether another value is the same entity with the same content.
  ///
  /// Two values that differ from themselves, for example because of a `nan`, are equal if their descriptions are: the
  /// cache would replace each of them by the other forever.
  func isEqual(to other: any QueryEntity) -> Bool {
    guard let other = other as? Self else { return false }
    if other == self { return true }
    let isComparable = self == self || other == other
    return !isComparable && String(reflecting: self) == String(reflecting: other)
  }
}

extension ResourceQuery {
  /// Whether the content may have entities.
  var hasEntities: Bool { !Self.entities.isEmpty }

  /// Visits all entities of content.
  ///
  /// - Returns: The content after the steps; the same object if nothing has changed, or `nil` if a removed entity leaves
  ///   no content.
  func visiting(
    _ content: QueryContent,
    _ step: (any QueryEntity) -> EntityStep
  ) -> QueryContent? {
    var value = content.value(of: self)
    var hasChanged = false
    let remains = Self.entities.visit(&value) { entity in
      let step = step(entity)
      if case .keep = step { return step }
      hasChanged = true
      return step
    }
    guard remains else { return nil }
    return hasChanged ? QueryContent(value) : content
  }

  /// Returns the identities of all entities of content.
  func entities(in content: QueryContent) -> Set<EntityID> {
    var ids: Set<EntityID> = []
    _ = visiting(content) { entity in
      ids.insert(EntityID(entity))
      return .keep
    }
    return ids
  }

  /// Returns the tags by which changes of entities reach the content of a record.
  package func entityTags(of content: QueryContent) -> Set<QueryTag> {
    hasEntities ? Set(entities(in: content).map(\.tag)) : []
  }

  /// Returns the tags of content, and those of its entities.
  func allTags(of content: QueryContent) -> Set<QueryTag> {
    tags(of: content).union(entityTags(of: content))
  }

  /// Performs a change of a value, which leaves the entities as they were.
  ///
  /// - Returns: The first entity that the change would have changed.
  @discardableResult
  func change(
    _ content: inout QueryContent,
    _ change: (inout Value) -> Void
  ) -> (any QueryEntity)? {
    var value = content.value(of: self)
    guard hasEntities else {
      change(&value)
      content = self.content(of: value)
      return nil
    }
    var old: [EntityID: any QueryEntity] = [:]
    _ = visiting(content) { entity in
      old[EntityID(entity)] = entity
      return .keep
    }
    change(&value)
    var first: (any QueryEntity)?
    _ = Self.entities.visit(&value) { entity in
      guard let earlier = old[EntityID(entity)], !entity.isEqual(to: earlier) else { return .keep }
      if first == nil { first = earlier }
      return .replace(earlier)
    }
    content = self.content(of: value)
    return first
  }
}
