/// The source of children when the fields of a state are written.
@MainActor
protocol ChildSource: AnyObject {
  /// Returns the object for a child of a snapshot at the place where `present` is now, or `nil` if there is none.
  func object(for child: SnapshotValue.Child, present: AnyObject?) -> AnyObject?
  /// Writes the fields of a child.
  func give(_ snapshot: StateSnapshot, to object: some SnapshotState)
  /// Whether a child that always exists is replaced by the object of a value.
  var replacesChildren: Bool { get }
  /// Notes that the field can't hold another object for a child.
  func lacksPlace(for child: SnapshotValue.Child)
}

extension ChildSource {
  var replacesChildren: Bool { false }

  /// Returns the objects for all children of a value, or `nil` if one of them is missing.
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

/// The objects that existed when the snapshot was taken.
final class OriginalChildren: ChildSource {
  func object(for child: SnapshotValue.Child, present: AnyObject?) -> AnyObject? {
    child.object
  }

  func give(_ snapshot: StateSnapshot, to object: some SnapshotState) {
    object.restore(snapshot)
  }

  /// Never a problem, because the original objects fit their places.
  func lacksPlace(for child: SnapshotValue.Child) {}
}

/// The children that a value has, which are not written themselves.
final class OwnObjects: ChildSource {
  let replacesChildren: Bool

  init(replacesChildren: Bool) {
    self.replacesChildren = replacesChildren
  }

  func object(for child: SnapshotValue.Child, present: AnyObject?) -> AnyObject? { child.object }
  func give(_ snapshot: StateSnapshot, to object: some SnapshotState) {}
  func lacksPlace(for child: SnapshotValue.Child) {}
}

extension SnapshotField {
  /// Whether the field has a setter.
  package var isWritable: Bool { write != nil }

  /// Gives the field a value and the children in it, which are not written themselves.
  ///
  /// A child that always exists stays the same object, unless `replacesChildren` is `true`.
  package func set(_ value: SnapshotValue, in state: State, replacesChildren: Bool = false) {
    write?(state, value, OwnObjects(replacesChildren: replacesChildren))
  }
}
