/// The values that the fields of a state had at one time.
///
/// Children count by the values of their own fields: another object with the same is equal.
public struct StateSnapshot: Equatable {
  let values: [SnapshotValue]
  /// The stored properties at that time, for the fields' names.
  let properties: [StoredProperty]

  public static func == (lhs: StateSnapshot, rhs: StateSnapshot) -> Bool {
    lhs.values == rhs.values
  }

  /// A field that has another value in another snapshot.
  public struct Difference: Equatable, Sendable {
    /// The name of the stored property, behind the names of the children that lead to it.
    public let name: String
    /// The value as text.
    public let old: String
    /// The other snapshot's value as text.
    public let new: String
  }

  /// What is different in `other`, field by field; those of children with the child's name before
  /// theirs.
  ///
  /// Names are those of the stored properties with the fields' values. Where two have the same, they
  /// are taken in the order of their declaration.
  public func differences(to other: StateSnapshot) -> [Difference] {
    var used: Set<String> = []
    return zip(values, other.values).enumerated().flatMap { index, pair in
      let name = name(of: index, pair, other, &used)
      return pair.0.differences(to: pair.1, name: name)
    }
  }

  private func name(
    of index: Int,
    _ values: (SnapshotValue, SnapshotValue),
    _ other: StateSnapshot,
    _ used: inout Set<String>
  ) -> String {
    let names = values.0.names(in: properties)
    let common = names.filter(Set(values.1.names(in: other.properties)).contains)
    guard let name = common.first(where: { !used.contains($0) }) ?? common.first else {
      return "field \(index + 1)"
    }
    used.insert(name)
    return name
  }
}

/// The value of one field.
enum SnapshotValue {
  struct Child {
    let object: AnyObject
    let snapshot: StateSnapshot
  }

  case plain(any Equatable)
  case children([Child])

  /// The stored properties that have this value.
  func names(in properties: [StoredProperty]) -> [String] {
    switch self {
    case .plain(let value):
      let (type, text) = (String(reflecting: type(of: value)), String(describing: value))
      return properties.filter { $0.type == type && $0.text == text }.map(\.name)
    case .children(let children):
      let objects = children.map { ObjectIdentifier($0.object) }
      return properties.filter { $0.objects == objects }.map(\.name)
    }
  }

  func differences(to other: SnapshotValue, name: String) -> [StateSnapshot.Difference] {
    if self == other { return [] }
    guard case .children(let old) = self, case .children(let new) = other,
      old.count == new.count
    else { return [StateSnapshot.Difference(name: name, old: text, new: other.text)] }
    return zip(old, new).enumerated().flatMap { index, pair in
      pair.0.snapshot.differences(to: pair.1.snapshot).map { difference in
        let place = old.count == 1 ? name : "\(name)[\(index)]"
        return StateSnapshot.Difference(
          name: "\(place).\(difference.name)",
          old: difference.old,
          new: difference.new
        )
      }
    }
  }

  private var text: String {
    switch self {
    case .plain(let value): String(describing: value)
    case .children(let children):
      "[\(children.map { String(describing: $0.object) }.joined(separator: ", "))]"
    }
  }
}

extension SnapshotValue: Equatable {
  static func == (lhs: SnapshotValue, rhs: SnapshotValue) -> Bool {
    switch (lhs, rhs) {
    case (.plain(let lhs), .plain(let rhs)): isEqual(lhs, rhs)
    case (.children(let lhs), .children(let rhs)):
      lhs.map(\.snapshot) == rhs.map(\.snapshot)
    case (.plain, .children), (.children, .plain): false
    }
  }

  private static func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: any Equatable) -> Bool {
    (rhs as? Value).map { lhs == $0 } ?? false
  }
}
