/// The values of a state's fields at one time.
///
/// Children are compared by the values of their fields: a different object with the same values is equal.
public struct StateSnapshot {
  let storage: SnapshotStorage

  package init(
    type: Any.Type,
    fields: [FieldDescription],
    values: [SnapshotValue],
    level: Int?
  ) {
    storage = SnapshotStorage(type: type, fields: fields, values: values, level: level)
  }

  var type: Any.Type { storage.type }
  var fields: [FieldDescription] { storage.fields }
  var values: [SnapshotValue] { storage.values }
  /// For an object that contains itself, the number of steps up to it.
  ///
  /// Such a snapshot has no values.
  var level: Int? { storage.level }

  /// A field whose value differs in another snapshot.
  public struct Difference: Equatable, Sendable {
    /// The name of the field, prefixed by the names of the children that lead to it, and followed by the names of the
    /// parts of its value.
    public let name: String
    /// The value as text.
    public let old: String
    /// The other snapshot's value as text.
    public let new: String

    package init(name: String, old: String, new: String) {
      self.name = name
      self.old = old
      self.new = new
    }
  }

  /// Returns the differences in `other`, part by part.
  ///
  /// The differences of a child are prefixed by its name.
  ///
  /// For a value with parts, such as a struct, only the parts that differ are listed: `path[2].title: "a" → "b"`. Long
  /// values are truncated in the middle, and values of redacted fields are omitted.
  public func differences(to other: StateSnapshot) -> [Difference] {
    changes(to: other).flatMap(\.lines)
  }
}

extension StateSnapshot.Difference: CustomStringConvertible {
  /// A readable description: `count: 1 → 2`.
  public var description: String { "\(name): \(old) → \(new)" }
}

extension StateSnapshot: CustomStringConvertible, CustomReflectable {
  /// The type and its fields as text, without redacted values.
  public var description: String { text }

  /// The fields as text, and the snapshots of their children.
  ///
  /// Redacted values are omitted.
  public var customMirror: Mirror {
    let parts = zip(fields, values).flatMap { field, value -> [Mirror.Child] in
      if field.isRedacted { return [(field.name, ValueText.redacted)] }
      guard case .children(let shape, let children) = value, shape != .path, !children.isEmpty
      else { return [(field.name, value.text)] }
      return children.map { (field.name(ofChildAt: $0.place), $0.snapshot) }
    }
    return Mirror(self, children: parts, displayStyle: .struct)
  }
}

extension StateSnapshot: Equatable {
  public static func == (lhs: StateSnapshot, rhs: StateSnapshot) -> Bool {
    if lhs.storage.isKnownToEqual(rhs.storage) { return true }
    guard lhs.level == rhs.level, lhs.values == rhs.values else { return false }
    lhs.storage.noteEqual(rhs.storage)
    return true
  }
}

extension StateSnapshot {
  /// A path through the children to a field: one field per step, and the child in it.
  package struct Path: Hashable {
    struct Step: Hashable {
      let field: Int
      var place: SnapshotValue.Place?
    }

    var steps: [Step] = []

    /// Whether one of the two paths is a prefix of the other, or both are equal.
    package func overlaps(_ other: Path) -> Bool {
      zip(steps, other.steps).allSatisfy { lhs, rhs in
        lhs.field == rhs.field && (lhs.place == nil || rhs.place == nil || lhs.place == rhs.place)
      }
    }
  }

  /// A field whose value differs in another snapshot.
  package struct Change {
    package let path: Path
    let name: String
    let isRedacted: Bool
    let old: SnapshotValue
    let new: SnapshotValue

    /// Whether the change is in a field or in one of its children.
    package func isOf(_ field: Int) -> Bool { path.steps.first?.field == field }

    /// Whether the values have the same content and differ only in identities, such as those of errors.
    ///
    /// A value whose identity is in `known` is the same only as itself.
    package func isBetweenAlikes(known: Set<String>) -> Bool {
      guard case .plain(let old) = old, case .plain(let new) = new else { return false }
      return ValueDifference.isAlike(old, new, known: known)
    }

    /// The parts that differ, as text.
    package var lines: [Difference] {
      if isRedacted {
        return [Difference(name: name, old: ValueText.redacted, new: ValueText.redacted)]
      }
      if case .plain(let old) = old, case .plain(let new) = new {
        return ValueDifference.lines(name, old, new)
      }
      let (old, new) = ValueText.cut(old.text, new.text)
      return [Difference(name: name, old: old, new: new)]
    }
  }

  /// Returns the fields whose values differ in another snapshot, each with its path.
  package func changes(to other: StateSnapshot) -> [Change] {
    changes(to: other, at: Path(), "")
  }

  private func changes(to other: StateSnapshot, at path: Path, _ prefix: String) -> [Change] {
    zip(values, other.values).enumerated().flatMap { index, pair -> [Change] in
      let (old, new) = pair
      if old == new { return [] }
      let name = prefix + fields[index].name
      var path = path
      path.steps.append(Path.Step(field: index))
      let areComparable =
        old.hasSamePlaces(as: new)
        && old.children.allSatisfy { $0.snapshot.level == new.child(at: $0.place)?.snapshot.level }
      guard areComparable, !fields[index].isRedacted else {
        return [
          Change(
            path: path,
            name: name,
            isRedacted: fields[index].isRedacted,
            old: old,
            new: new
          )
        ]
      }
      return old.children.flatMap { child -> [Change] in
        guard let other = new.child(at: child.place) else { return [] }
        path.steps[path.steps.count - 1].place = child.place
        return child.snapshot
          .changes(
            to: other.snapshot,
            at: path,
            "\(prefix)\(fields[index].name(ofChildAt: child.place))."
          )
      }
    }
  }

  /// Returns the value of a field that isn't a child.
  package func plainValue(of field: Int) -> Any? {
    if case .plain(let value) = values[field] { value } else { nil }
  }

  /// Whether another snapshot has the same value at a path.
  package func hasSameValue(as other: StateSnapshot, at path: Path) -> Bool {
    value(at: path) == other.value(at: path)
  }

  /// Returns the value at a path, if the path exists in this snapshot.
  func value(at path: Path) -> SnapshotValue? {
    var snapshot = self
    for step in path.steps {
      guard step.field < snapshot.values.count else { return nil }
      let value = snapshot.values[step.field]
      guard let place = step.place else { return value }
      guard let child = value.child(at: place) else { return nil }
      snapshot = child.snapshot
    }
    return nil
  }

  /// Returns this snapshot with the value that a field had before a change.
  package func undoing(_ change: Change) -> StateSnapshot {
    replacing(change.path.steps[...], with: change.old)
  }

  private func replacing(
    _ steps: ArraySlice<Path.Step>,
    with new: SnapshotValue
  ) -> StateSnapshot {
    guard let step = steps.first, values.indices.contains(step.field) else { return self }
    var values = values
    if steps.count == 1 {
      values[step.field] = new
    } else if case .children(let shape, let children) = values[step.field] {
      let replaced = children.map { child in
        child.place == step.place
          ? child.with(child.snapshot.replacing(steps.dropFirst(), with: new)) : child
      }
      values[step.field] = .children(shape, replaced)
    }
    return StateSnapshot(type: type, fields: fields, values: values, level: level)
  }

  /// The text of an object: its type and its fields.
  var text: String {
    // The snapshot is incomplete because the state is too large.
    if level == .max { return "…" }
    if let level { return "(the object \(level) above)" }
    let parts = zip(fields, values).map { field, value in
      "\(field.name): \(field.isRedacted ? ValueText.redacted : value.text)"
    }
    return "\(ValueText.name(of: type))(\(parts.joined(separator: ", ")))"
  }

  /// Whether an object is a child at any depth.
  package func contains(_ object: AnyObject) -> Bool {
    values.contains { value in
      value.children.contains { $0.object === object || $0.snapshot.contains(object) }
    }
  }

  /// All children at any depth.
  var objects: [(name: String, object: AnyObject)] {
    zip(fields, values).flatMap { field, value in
      value.children.flatMap { child -> [(name: String, object: AnyObject)] in
        let name = field.name(ofChildAt: child.place)
        return [(name, child.object)]
          + child.snapshot.objects.map { ("\(name).\($0.name)", $0.object) }
      }
    }
  }
}

/// Lists the fields that differ from the expectation, one part per line, with the previous values.
package func list(
  _ before: StateSnapshot,
  _ expected: StateSnapshot,
  _ actual: StateSnapshot
) -> String {
  list(before, expected.changes(to: actual))
}

/// Lists the changes from expected to actual values, one part per line, with the previous values.
package func list(_ before: StateSnapshot, _ changes: [StateSnapshot.Change]) -> String {
  changes.flatMap { change -> [String] in
    let old = before.value(at: change.path)
    return change.lines.map { line in
      let start = old.flatMap { startText(of: line, in: change, $0) }.map { "\($0) → " } ?? ""
      return "\n  \(line.name): \(start)expected \(line.old), got \(line.new)"
    }
  }.joined()
}

/// Returns the previous text of a part of a field.
private func startText(
  of line: StateSnapshot.Difference,
  in change: StateSnapshot.Change,
  _ old: SnapshotValue
) -> String? {
  if change.isRedacted { return ValueText.redacted }
  // The line shows the whole field.
  if line.name == change.name { return ValueText.cut(old.text) }
  guard case .plain(let old) = old, case .plain(let new) = change.new,
    case .plain(let expected) = change.old
  else { return nil }
  let changed =
    ValueDifference.lines(change.name, old, new)
    + ValueDifference.lines(change.name, old, expected)
  return changed.first { $0.name == line.name }?.old
}
