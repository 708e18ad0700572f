/// The key of running work.
///
/// Two keys are equal if their values have the same type and are equal: `1` and `"1"` differ. An optional has the key
/// of its wrapped value.
package struct TaskKey: Hashable, Sendable, CustomStringConvertible {
  /// Shared by all copies of a key, so that copying is cheap.
  private final class Storage: Sendable {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
      self.value = value
    }
  }

  private let storage: Storage
  /// The value is hashed once.
  ///
  /// Keys with different hashes differ without a comparison of their values.
  private let hash: Int

  package init<Value: Hashable & Sendable>(_ value: Value) {
    // A cast costs as much as the rest of an action, so it is avoided for other types.
    guard _isOptional(Value.self) else {
      storage = Storage(value)
      hash = value.hashValue
      return
    }
    let value = Self.unwrapped(value)
    storage = Storage(value)
    hash = value.hashValue
  }

  private static func unwrapped(_ value: any Hashable & Sendable) -> any Hashable & Sendable {
    guard let wrapped = (value as? any OptionalKey)?.wrappedKey else { return value }
    // The value of a sendable optional is sendable, but a cast can't check that. The coercion keeps the compiler from
    // opening the existential.
    return unwrapped(unsafeBitCast(wrapped as any Hashable, to: (any Hashable & Sendable).self))
  }

  package var value: any Hashable & Sendable { storage.value }

  package var description: String { String(describing: value) }

  package static func == (lhs: TaskKey, rhs: TaskKey) -> Bool {
    guard lhs.hash == rhs.hash else { return false }
    if lhs.isCopy(of: rhs) { return true }
    // The types are equal: a cast to an optional would look up the type of the optional.
    func isEqual<Value: Equatable>(_ value: Value) -> Bool {
      func isEqual<Other>(_ other: Other) -> Bool { value == unsafeBitCast(other, to: Value.self) }
      return isEqual(rhs.value)
    }
    return type(of: lhs.value) == type(of: rhs.value) && isEqual(lhs.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  /// Whether both share one value, which is released with the last copy.
  func isCopy(of other: TaskKey) -> Bool {
    storage === other.storage
  }
}

/// An optional in code that doesn't know its type.
private protocol OptionalKey {
  var wrappedKey: (any Hashable)? { get }
}

extension Optional: OptionalKey where Wrapped: Hashable {
  fileprivate var wrappedKey: (any Hashable)? { self }
}
