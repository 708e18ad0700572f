/// The changes of content that belong to one mutation.
///
/// They are shown, confirmed and rolled back together, without an effect on the changes of other mutations.
public struct QueryPatch {
  struct Update: Sendable {
    let key: QueryKey
    let change: @Sendable (inout QueryContent) -> Void
    /// Returns an entity that the change would change.
    let changedEntity: @Sendable (QueryContent) -> (any QueryEntity)?
  }

  private let isAnswer: Bool
  private(set) var updates: [Update] = []
  /// The content of the answer; the last one of a query counts.
  private(set) var values: [(key: QueryKey, content: QueryContent)] = []
  private var positions: [QueryKey: Int] = [:]
  private(set) var entities: [(id: EntityID, change: QueryEntityTable.Change)] = []

  /// Creates a patch without changes, for the expectation of a mutation or for its answer.
  init(isAnswer: Bool) {
    self.isAnswer = isAnswer
  }

  /// Changes the content of a query.
  ///
  /// In `change`, it waits for content if necessary, and it is repeated on the answer of a load that doesn't contain
  /// it. In `receive`, nothing happens without content and without a running load.
  ///
  /// The change may add and remove entities of the query. It doesn't change them, which is reported as an issue:
  /// `update(_:id:_:)` changes an entity wherever it appears. Give an added entity the same id each time: changes of it
  /// are by id.
  public mutating func update<Query: ResourceQuery>(
    _ query: Query,
    _ change: @escaping @Sendable (inout Query.Value) -> Void
  ) {
    updates.append(
      Update(key: QueryKey(query)) { content in
        query.change(&content, change)
      } changedEntity: { content in
        var content = content
        return query.change(&content, change)
      }
    )
  }

  /// Changes an entity in the content of all queries that contain it, also in content that arrives later.
  ///
  /// Of two changes of one entity, that of the later mutation is on top. The id must stay the same.
  public mutating func update<Entity: QueryEntity>(
    _ type: Entity.Type,
    id: Entity.ID,
    _ change: @escaping @Sendable (inout Entity) -> Void
  ) {
    let update: @Sendable (inout any QueryEntity) -> Void = { value in
      guard var entity = value as? Entity else { return }
      change(&entity)
      if entity.id == id { value = entity }
    }
    entities.append((EntityID(type, id), .update(update)))
  }

  /// Removes an entity from the content of all queries: elements of arrays, and optional values.
  ///
  /// When the removal is confirmed, content that is about the entity ends with `QueryError.Code.entityRemoved`. The
  /// answer of a load that began before doesn't contain the entity.
  public mutating func remove<Entity: QueryEntity>(_ type: Entity.Type, id: Entity.ID) {
    entities.append((EntityID(type, id), .remove))
  }

  /// Replaces the content of a query.
  ///
  /// In `change`, it is an update. In `receive`, it precedes all updates, and a load in flight ends, because its answer
  /// may be from before the write. Its entities are those of the answer, in all queries.
  public mutating func set<Query: ResourceQuery>(_ value: Query.Value, for query: Query) {
    if isAnswer {
      let (key, content) = (QueryKey(query), query.content(of: value))
      if let position = positions[key] {
        values[position].content = content
      } else {
        positions[key] = values.count
        values.append((key, content))
      }
    } else {
      update(query) { $0 = value }
    }
  }
}
