package import StateCore
package import StateFields

extension TrackedFrame {
  /// Returns a snapshot of a store's state, or `nil` if the frame doesn't contain the store.
  ///
  /// An object that appears in several places is captured once. If an object contains itself, its second place refers
  /// to the first one, as in a snapshot of a live state.
  @MainActor
  package func snapshot(of store: StoreID) -> StateSnapshot? {
    roots[store].flatMap { root in objects[root].map { snapshot(of: root, $0) } }
  }

  /// An object on the current path, with the parts of its snapshot so far.
  private struct Visit {
    let id: TrackedObject.ID
    let object: Object
    var values: [SnapshotValue] = []
    /// The children of the next field.
    var children: [SnapshotValue.Child] = []
    /// Whether an object in it contains itself.
    var isCyclic = false
  }

  // This isn't recursive, because children may be nested to any depth.
  @MainActor
  private func snapshot(of root: TrackedObject.ID, _ object: Object) -> StateSnapshot {
    var path = [Visit(id: root, object: object)]
    var levels = [root: 0]
    var made: [TrackedObject.ID: StateSnapshot] = [:]
    // The number of paths through objects that contain each other can be very large.
    var visitsLeft = 10 * count + 10_000
    while true {
      let top = path.count - 1
      let field = path[top].values.count
      guard field < path[top].object.values.count else {
        let done = path.removeLast()
        let snapshot = StateSnapshot(
          type: done.object.shape.type,
          fields: done.object.shape.fields,
          values: done.values,
          level: nil
        )
        guard let parent = path.last else { return snapshot }
        levels[done.id] = nil
        if !done.isCyclic { made[done.id] = snapshot }
        path[top - 1].isCyclic = parent.isCyclic || done.isCyclic
        let child = parent.object.values[parent.values.count].children[parent.children.count]
        path[top - 1].children.append(child.with(snapshot))
        continue
      }
      guard case .children(let shape, let list) = path[top].object.values[field] else {
        path[top].values.append(path[top].object.values[field])
        continue
      }
      let position = path[top].children.count
      guard position < list.count else {
        path[top].values.append(.children(shape, path[top].children))
        path[top].children = []
        continue
      }
      let child = list[position]
      guard let id = path[top].object.children[field]?[position], let object = objects[id] else {
        path[top].children.append(child.with(Self.snapshot(ofUnknown: child)))
        continue
      }
      if let level = levels[id] {
        path[top].isCyclic = true
        path[top].children.append(child.with(above(object, path.count - level)))
      } else if let snapshot = made[id] {
        path[top].children.append(child.with(snapshot))
      } else if visitsLeft == 0 {
        path[top].isCyclic = true
        path[top].children.append(child.with(above(object, .max)))
      } else {
        visitsLeft -= 1
        levels[id] = path.count
        path.append(Visit(id: id, object: object))
      }
    }
  }

  private func above(_ object: Object, _ level: Int) -> StateSnapshot {
    StateSnapshot(
      type: object.shape.type,
      fields: object.shape.fields,
      values: [],
      level: level
    )
  }

  /// Returns the snapshot of a plain value that isn't a child.
  ///
  /// For an object that isn't tracked, returns an empty snapshot.
  @MainActor
  private static func snapshot(ofUnknown child: SnapshotValue.Child) -> StateSnapshot {
    if child.object is any ValueHolder, let holder = child.object as? any SnapshotState {
      return holder.snapshot()
    }
    return StateSnapshot(type: type(of: child.object), fields: [], values: [], level: .max)
  }
}
