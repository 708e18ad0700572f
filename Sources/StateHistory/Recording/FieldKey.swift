import StateFields
import StateRecord

/// A field of one object.
struct FieldKey: Hashable {
  /// It is retained, so that an object that returns keeps its identity.
  let object: TrackedObject
  let field: Int
  /// The index of the scope that the field belonged to when it changed.
  let scope: Int

  /// Whether the field has contained children.
  let hasChildren: Bool

  init(
    _ object: TrackedObject,
    _ field: Int,
    scope: Int,
    from old: SnapshotValue,
    to new: SnapshotValue
  ) {
    self.object = object
    self.field = field
    self.scope = scope
    hasChildren = !old.children.isEmpty || !new.children.isEmpty
  }

  static func == (lhs: FieldKey, rhs: FieldKey) -> Bool {
    lhs.object === rhs.object && lhs.field == rhs.field
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(object.id)
    hasher.combine(field)
  }
}

/// A value of a field with its size.
struct FieldValue: HistoryValue {
  let value: SnapshotValue
  let bytes: Int

  func isSame(as other: FieldValue) -> Bool { value.isUnchanged(in: other.value) }
}

extension FieldValue {
  /// Creates the values before and after a change.
  ///
  /// The history keeps the children alive that only one of them contains, so their fields count.
  @MainActor
  static func change(_ old: SnapshotValue, _ new: SnapshotValue) -> (FieldValue, FieldValue) {
    var sizes = (old.size, new.size)
    if !old.children.isEmpty || !new.children.isEmpty {
      let before = Set(old.children.map { ObjectIdentifier($0.object) })
      let after = Set(new.children.map { ObjectIdentifier($0.object) })
      for child in old.children where !after.contains(ObjectIdentifier(child.object)) {
        sizes.0 += size(of: child.object)
      }
      for child in new.children where !before.contains(ObjectIdentifier(child.object)) {
        sizes.1 += size(of: child.object)
      }
    }
    return (FieldValue(value: old, bytes: sizes.0), FieldValue(value: new, bytes: sizes.1))
  }

  /// The size of an object with the objects below it, each once.
  @MainActor
  private static func size(of object: AnyObject) -> Int {
    var size = 0
    var found: Set<ObjectIdentifier> = [ObjectIdentifier(object)]
    var open = [object]
    while let next = open.popLast() {
      guard let state = next as? any SnapshotState else { continue }
      for index in state.fieldShapes.indices {
        let value = state.value(ofField: index)
        size += value.size
        for child in value.children where found.insert(ObjectIdentifier(child.object)).inserted {
          open.append(child.object)
        }
      }
    }
    return size
  }
}
