/// The values that the fields of a state had at one time.
///
/// Children count by the values of their own fields: another object with the same is equal.
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
  /// Of an object that is a part of itself, the number of steps up to it; it has no values here.
  var level: Int? { storage.level }

  /// A field that has another value in another snapshot.
  public struct Difference: Equatable, Sendable {
    /// The name of the field, behind the names of the children that lead to it, and before those of
    /// the parts of its value.
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

  /// The differences in `other`, part by part; those of a child with the child's name before
  /// it.
  ///
  /// Of a value with parts, such as a struct, only those are listed that differ:
  /// `path[2].title: "a" → "b"`. Long values are cut in the middle, and those of redacted fields are
  /// left out.
  public func differences(to other: StateSnapshot) -> [Difference] {
    changes(to: other).flatMap(\.lines)
  }
}

extension StateSnapshot.Difference: CustomStringConvertible {
  /// For people: `count: 1 → 2`.
  public var description: String { "\(name): \(old) → \(new)" }
}

extension StateSnapshot: CustomStringConvertible, CustomReflectable {
  /// The type and its fields as text, without redacted values.
  public var description: String { text }

  /// The fields as text, and the snapshots of their children; redacted values are left out.
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
  /// A way through the children to a field: which field, and which child in it.
  package struct Path: Hashable {
    struct Step: Hashable {
      let field: Int
      var place: SnapshotValue.Place?
    }

    var steps: [Step] = []

    /// Whether one of two ways goes on from the other, or both are the same.
    package func overlaps(_ other: Path) -> Bool {
      zip(steps, other.steps).allSatisfy { lhs, rhs in
        lhs.field == rhs.field && (lhs.place == nil || rhs.place == nil || lhs.place == rhs.place)
      }
    }
  }

  /// A field that is different in another snapshot.
  package struct Change {
    package let path: Path
    let name: String
    let isRedacted: Bool
    let old: SnapshotValue
    let new: SnapshotValue

    /// Whether it is a change of a field, or of a child in it.
    package func isOf(_ field: Int) -> Bool { path.steps.first?.field == field }

    /// Whether the values were made alike and differ only in the identity of their individuals, such as
    /// errors; one of `known` is the same as itself only.
    package func isBetweenAlikes(known: Set<String>) -> Bool {
      guard case .plain(let old) = old, case .plain(let new) = new else { return false }
      return ValueDifference.isAlike(old, new, known: known)
    }

    /// The parts that differ, for people.
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

  /// The fields that are different in another snapshot, each at its path.
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

  /// The value of a field that is no child.
  package func plainValue(of field: Int) -> Any? {
    if case .plain(let value) = values[field] { value } else { nil }
  }

  /// Whether another snapshot has the same value at a path.
  package func hasSameValue(as other: StateSnapshot, at path: Path) -> Bool {
    value(at: path) == other.value(at: path)
  }

  /// The value at a path, if it leads to one here.
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

  /// The same with the value that a field had before a change that led here.
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

  /// The text of an object of a state: its type and its fields.
  var text: String {
    // Too much to be made.
    if level == .max { return "…" }
    if let level { return "(the object \(level) above)" }
    let parts = zip(fields, values).map { field, value in
      "\(field.name): \(field.isRedacted ? ValueText.redacted : value.text)"
    }
    return "\(ValueText.name(of: type))(\(parts.joined(separator: ", ")))"
  }

  /// Whether an object is a child somewhere in it.
  package func contains(_ object: AnyObject) -> Bool {
    values.contains { value in
      value.children.contains { $0.object === object || $0.snapshot.contains(object) }
    }
  }

  /// All objects that are children somewhere in it.
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

/// The fields that are not as expected, each part on a line of its own, with what was there before.
package func list(
  _ before: StateSnapshot,
  _ expected: StateSnapshot,
  _ actual: StateSnapshot
) -> String {
  list(before, expected.changes(to: actual))
}

/// The changes from expected values to actual ones, each part on a line of its own, with what was there
/// before.
package func list(_ before: StateSnapshot, _ changes: [StateSnapshot.Change]) -> String {
  changes.flatMap { change -> [String] in
    let old = before.value(at: change.path)
    return change.lines.map { line in
      let start = old.flatMap { startText(of: line, in: change, $0) }.map { "\($0) → " } ?? ""
      return "\n  \(line.name): \(start)expected \(line.old), got \(line.new)"
    }
  }.joined()
}

/// The text that a part of a field had before.
private func startText(
  of line: StateSnapshot.Difference,
  in change: StateSnapshot.Change,
  _ old: SnapshotValue
) -> String? {
  if change.isRedacted { return ValueText.redacted }
  // The whole field is on the line.
  if line.name == change.name { return ValueText.cut(old.text) }
  guard case .plain(let old) = old, case .plain(let new) = change.new,
    case .plain(let expected) = change.old
  else { return nil }
  let changed =
    ValueDifference.lines(change.name, old, new)
    + ValueDifference.lines(change.name, old, expected)
  return changed.first { $0.name == line.name }?.old
}
