/// Where children come from when the fields of a state are written.
@MainActor
protocol ChildSource: AnyObject {
  /// The object that stands for a child of a snapshot where `present` is now; nothing if there is
  /// none.
  func object(for child: SnapshotValue.Child, present: AnyObject?) -> AnyObject?
  /// Writes the fields of a child.
  func give(_ snapshot: StateSnapshot, to object: some SnapshotState)
  /// Notes that the field cannot hold another object for a child.
  func lacksPlace(for child: SnapshotValue.Child)
}

extension ChildSource {
  /// The objects for all children of a value; nothing if one of them is missing.
  func objects<Child: SnapshotState>(
    for value: SnapshotValue,
    _ present: (SnapshotValue.Place) -> Child?
  ) -> [Child]? {
    let children = value.children
    let objects = children.compactMap {
      object(for: $0, present: present($0.place)) as? Child
    }
    return objects.count == children.count ? objects : nil
  }

  func give<Child: SnapshotState>(_ value: SnapshotValue, to objects: [Child]) {
    for (child, object) in zip(value.children, objects) { give(child.snapshot, to: object) }
  }
}

/// The objects that were there when the snapshot was taken.
final class OriginalChildren: ChildSource {
  func object(for child: SnapshotValue.Child, present: AnyObject?) -> AnyObject? {
    child.object
  }

  func give(_ snapshot: StateSnapshot, to object: some SnapshotState) {
    object.restore(snapshot)
  }

  /// The original objects have their place.
  func lacksPlace(for child: SnapshotValue.Child) {}
}

/// The children that a value has, which are not written themselves.
final class OwnObjects: ChildSource {
  func object(for child: SnapshotValue.Child, present: AnyObject?) -> AnyObject? { child.object }
  func give(_ snapshot: StateSnapshot, to object: some SnapshotState) {}
  func lacksPlace(for child: SnapshotValue.Child) {}
}

extension Field {
  /// Whether the field has a setter.
  package var isWritable: Bool { write != nil }

  /// Gives the field a value and the children in it, which are not written themselves.
  package func set(_ value: SnapshotValue, in state: State) {
    write?(state, value, OwnObjects())
  }
}
