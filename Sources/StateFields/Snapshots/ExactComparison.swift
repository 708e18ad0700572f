/// A comparison of values of any type that never treats different values as equal.
///
/// It compares objects by identity, `Equatable` values with `==`, and other values part by part. A part that reflection
/// can't inspect, such as a closure, is equal to a copy of itself.
package enum ExactComparison {
  package static func isSame(_ lhs: Any, _ rhs: Any) -> Bool {
    let type = type(of: lhs)
    guard type == Swift.type(of: rhs) else { return false }
    if type is AnyClass { return (lhs as AnyObject) === (rhs as AnyObject) }
    let mirror = Mirror(reflecting: lhs)
    if mirror.displayStyle == .optional {
      let (left, right) = (mirror.children.first, Mirror(reflecting: rhs).children.first)
      guard let left, let right else { return left == nil && right == nil }
      return isSame(left.value, right.value)
    }
    if let lhs = lhs as? any Equatable, let rhs = rhs as? any Equatable {
      return ValueDifference.isEqual(lhs, rhs)
    }
    return areSameParts(lhs, rhs, mirror)
  }

  /// Compares two values of the same type part by part, even if the type is `Equatable`.
  package static func areSameParts(_ lhs: Any, _ rhs: Any) -> Bool {
    areSameParts(lhs, rhs, Mirror(reflecting: lhs))
  }

  private static func areSameParts(_ lhs: Any, _ rhs: Any, _ mirror: Mirror) -> Bool {
    if let left = lhs as? any PartsComparing, let right = rhs as? any PartsComparing {
      return areSame(left.partsToCompare, right.partsToCompare)
    }
    if let left = lhs as? [Any], let right = rhs as? [Any] { return areSame(left, right) }
    if mirror.displayStyle == .dictionary, let left = lhs as? [AnyHashable: Any],
      let right = rhs as? [AnyHashable: Any]
    {
      return left.count == right.count
        && left.allSatisfy { key, value in right[key].map { isSame(value, $0) } ?? false }
    }
    // A custom mirror may hide parts.
    if lhs is any CustomReflectable { return compareBits(lhs, rhs) }
    let other = Mirror(reflecting: rhs)
    switch mirror.displayStyle {
    case .enum: return areSameCases(lhs, rhs, mirror, other)
    case .struct, .tuple:
      // A type without visible parts may hide them.
      if mirror.children.isEmpty { return compareBits(lhs, rhs) }
      return areSame(mirror.children.map(\.value), other.children.map(\.value))
    default: return compareBits(lhs, rhs)
    }
  }

  private static func areSameCases(
    _ lhs: Any,
    _ rhs: Any,
    _ mirror: Mirror,
    _ other: Mirror
  ) -> Bool {
    guard let left = mirror.children.first, let right = other.children.first else {
      if !mirror.children.isEmpty || !other.children.isEmpty { return false }
      return caseName(lhs).map { $0 == caseName(rhs) } ?? compareBits(lhs, rhs)
    }
    guard left.label == right.label, type(of: left.value) == type(of: right.value) else {
      return false
    }
    return isSame(left.value, right.value)
  }

  private static func areSame(_ lhs: [Any], _ rhs: [Any]) -> Bool {
    lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { isSame($0, $1) }
  }

  /// Returns the name of a case without a payload.
  ///
  /// Returns `nil` if the type has a custom description, which can be anything.
  static func caseName(_ value: Any) -> String? {
    let isDescribed =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
    return isDescribed ? nil : String(describing: value)
  }

  private static func compareBits(_ lhs: Any, _ rhs: Any) -> Bool {
    // Without the bits of the `Any` that are no part of the value.
    func compare<Value>(_ lhs: Value) -> Bool {
      guard let rhs = rhs as? Value else { return false }
      return withUnsafeBytes(of: lhs) { left in
        withUnsafeBytes(of: rhs) { left.elementsEqual($0) }
      }
    }
    return _openExistential(lhs, do: compare)
  }
}

/// A value whose mirror hides the parts to compare.
package protocol PartsComparing {
  var partsToCompare: [Any] { get }
}
