import StateFields
import StateRecord

/// A field of one object.
struct FieldKey: Hashable {
  /// It is retained, so that an object that returns keeps its identity.
  let object: TrackedObject
  let field: Int
  /// The index of the scope that the field belonged to when it changed.
  let scope: Int

  init(_ object: TrackedObject, _ field: Int, scope: Int) {
    self.object = object
    self.field = field
    self.scope = scope
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
  /// The size of the value without children.
  private let ownBytes: Int
  /// The sizes of the children that the other value of the change doesn't contain, which the history keeps alive.
  private var childBytes: [ObjectIdentifier: Int] = [:]

  init(_ value: SnapshotValue) {
    self.value = value
    ownBytes = value.size
  }

  var bytes: Int { childBytes.isEmpty ? ownBytes : childBytes.values.reduce(ownBytes, +) }

  static func joined(
    _ first: (before: FieldValue, after: FieldValue),
    _ second: (before: FieldValue, after: FieldValue)
  ) -> (before: FieldValue, after: FieldValue) {
    var (before, after) = (first.before, second.after)
    if before.value.children.isEmpty, after.value.children.isEmpty { return (before, after) }
    let old = Set(before.value.children.map { ObjectIdentifier($0.object) })
    let new = Set(after.value.children.map { ObjectIdentifier($0.object) })
    before.childBytes.merge(second.before.childBytes) { old, _ in old }
    before.childBytes = before.childBytes.filter { old.contains($0.key) && !new.contains($0.key) }
    after.childBytes.merge(first.after.childBytes) { new, _ in new }
    after.childBytes = after.childBytes.filter { new.contains($0.key) && !old.contains($0.key) }
    return (before, after)
  }

  func isSame(as other: FieldValue) -> Bool { value.isUnchanged(in: other.value) }
}

extension FieldValue {
  /// Creates the values before and after a change.
  ///
  /// The history keeps the children alive that only one of them contains, so their fields count.
  @MainActor
  static func change(
    _ old: SnapshotValue,
    _ new: SnapshotValue
  ) -> (before: FieldValue, after: FieldValue) {
    var (old, new) = (FieldValue(old), FieldValue(new))
    let (oldChildren, newChildren) = (old.value.children, new.value.children)
    if !oldChildren.isEmpty || !newChildren.isEmpty {
      let before = Set(oldChildren.map { ObjectIdentifier($0.object) })
      let after = Set(newChildren.map { ObjectIdentifier($0.object) })
      for child in oldChildren where !after.contains(ObjectIdentifier(child.object)) {
        old.childBytes[ObjectIdentifier(child.object)] = size(of: child.object)
      }
      for child in newChildren where !before.contains(ObjectIdentifier(child.object)) {
        new.childBytes[ObjectIdentifier(child.object)] = size(of: child.object)
      }
    }
    return (old, new)
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
