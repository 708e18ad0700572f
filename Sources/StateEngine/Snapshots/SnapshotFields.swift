/// The fields of a state class that belong to a snapshot of it.
///
/// Values of fields are copied as they are: a field that holds a class has to be a child that has
/// snapshots itself.
@MainActor
public struct SnapshotFields<State: AnyObject> {
  struct Field {
    let read: @MainActor (State) -> SnapshotValue
    let write: @MainActor (State, SnapshotValue) -> Void
  }

  private(set) var fields: [Field] = []

  /// Makes a list of properties, which are compared with `==` and restored in this order.
  public init<each Value: Equatable>(_ field: repeat ReferenceWritableKeyPath<State, each Value>) {
    repeat append(each field) { [field = each field] state, value in state[keyPath: field] = value }
  }

  /// Adds a property that has no public setter, such as one that only methods of the state change.
  ///
  /// `restore` gives it an earlier value.
  public func field<Value: Equatable>(
    _ property: KeyPath<State, Value>,
    restore: @escaping @MainActor (State, Value) -> Void
  ) -> SnapshotFields {
    var copy = self
    copy.append(property, restore)
    return copy
  }

  /// Adds a child that is always there.
  public func child<Child: SnapshotState>(_ child: KeyPath<State, Child>) -> SnapshotFields {
    adding { state in
      [state[keyPath: child]]
    } replace: { _, _ in
      // The object stays; its own fields are restored.
    }
  }

  /// Adds a child that may be there.
  public func child<Child: SnapshotState>(
    _ child: ReferenceWritableKeyPath<State, Child?>
  ) -> SnapshotFields {
    adding { state in
      state[keyPath: child].map { [$0] } ?? []
    } replace: { state, children in
      state[keyPath: child] = children.first
    }
  }

  /// Adds several children.
  public func children<Child: SnapshotState>(
    _ children: ReferenceWritableKeyPath<State, [Child]>
  ) -> SnapshotFields {
    adding { state in
      state[keyPath: children]
    } replace: { state, new in
      state[keyPath: children] = new
    }
  }

  private mutating func append<Value: Equatable>(
    _ property: KeyPath<State, Value>,
    _ write: @escaping @MainActor (State, Value) -> Void
  ) {
    fields.append(
      Field { state in
        .plain(state[keyPath: property])
      } write: { state, value in
        if case .plain(let value as Value) = value { write(state, value) }
      }
    )
  }

  private func adding<Child: SnapshotState>(
    read: @escaping @MainActor (State) -> [Child],
    replace: @escaping @MainActor (State, [Child]) -> Void
  ) -> SnapshotFields {
    var copy = self
    copy.fields.append(
      Field { state in
        .children(read(state).map { SnapshotValue.Child(object: $0, snapshot: $0.snapshot()) })
      } write: { state, value in
        guard case .children(let children) = value else { return }
        replace(state, children.compactMap { $0.object as? Child })
        for (child, old) in zip(read(state), children) { child.restore(old.snapshot) }
      }
    )
    return copy
  }
}
