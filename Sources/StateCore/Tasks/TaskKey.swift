/// The key of running work.
///
/// Two keys are equal when their values are of one type and equal: `1` and `"1"` differ. The key of an optional is
/// that of the value in it.
package struct TaskKey: Hashable, Sendable, CustomStringConvertible {
  /// Shared by all copies of a key, so that copying it costs next to nothing.
  private final class Storage: Sendable {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
      self.value = value
    }
  }

  private let storage: Storage
  /// The value is hashed once; keys with different hashes are distinguished without a look at their values.
  private let hash: Int

  package init<Value: Hashable & Sendable>(_ value: Value) {
    // A cast costs as much as the rest of an action.
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
    // A sendable optional has a sendable value, but a cast can't check that. The coercion keeps the compiler from
    // opening the existential.
    return unwrapped(unsafeBitCast(wrapped as any Hashable, to: (any Hashable & Sendable).self))
  }

  package var value: any Hashable & Sendable { storage.value }

  package var description: String { String(describing: value) }

  package static func == (lhs: TaskKey, rhs: TaskKey) -> Bool {
    guard lhs.hash == rhs.hash else { return false }
    if lhs.isCopy(of: rhs) { return true }
    func isEqual<Value: Equatable>(_ value: Value) -> Bool {
      value == rhs.value as? Value
    }
    return type(of: lhs.value) == type(of: rhs.value) && isEqual(lhs.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }

  /// Whether both hold the very same value, which goes when the last copy goes.
  func isCopy(of other: TaskKey) -> Bool {
    storage === other.storage
  }
}

/// An optional, for code that doesn't know its type.
private protocol OptionalKey {
  var wrappedKey: (any Hashable)? { get }
}

extension Optional: OptionalKey where Wrapped: Hashable {
  fileprivate var wrappedKey: (any Hashable)? { self }
}
