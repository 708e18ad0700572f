import StateJSON

/// A comparison of values whose texts differ only in the order of elements.
///
/// A set, or a dictionary whose keys aren't strings, is encoded as an array. The order of its elements can differ
/// between two equal values.
enum SameValue {
  /// Whether two values are equal, given that their texts have the same elements.
  ///
  /// Arrays are compared in order. The `==` of structs isn't used, because it may ignore some of their properties.
  static func areSame(_ one: Any, _ other: Any) -> Bool {
    let (first, second) = (Mirror(reflecting: one), Mirror(reflecting: other))
    guard first.displayStyle == second.displayStyle else { return false }
    if first.displayStyle == .dictionary, let one = one as? [AnyHashable: Any],
      let other = other as? [AnyHashable: Any]
    {
      return one.count == other.count
        && one.allSatisfy { key, value in other[key].map { areSame(value, $0) } ?? false }
    }
    if first.children.isEmpty || first.displayStyle == .set || first.displayStyle == .class {
      return areEqual(one, other)
    }
    return first.children.count == second.children.count
      && zip(first.children, second.children).allSatisfy { one, other in
        one.label == other.label && areSame(one.value, other.value)
      }
  }

  private static func areEqual(_ one: Any, _ other: Any) -> Bool {
    if let one = one as? AnyHashable, let other = other as? AnyHashable { return one == other }
    if Mirror(reflecting: one).displayStyle == .class { return false }
    return String(reflecting: one) == String(reflecting: other)
  }
}

extension SavedJSON {
  /// Whether both texts have the same elements, regardless of the order in arrays.
  func isReordering(of other: SavedJSON) -> Bool {
    guard bytes.count == other.bytes.count, byteCounts == other.byteCounts else { return false }
    return Self.sorted(value) == Self.sorted(other.value)
  }

  /// The number of times that each byte occurs.
  private var byteCounts: [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    return counts
  }

  private static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements):
      let texts = elements.map { JSONText.bytes(of: sorted($0)) }
        .sorted { $0.lexicographicallyPrecedes($1) }
      return .array(texts.map { .string(String(decoding: $0, as: UTF8.self)) })
    case .object(let members): return .object(members.mapValues(sorted))
    case .null, .bool, .int, .uint, .double, .number, .string: return value
    }
  }
}
