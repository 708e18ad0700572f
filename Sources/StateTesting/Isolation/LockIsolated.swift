import StateCore

/// A value behind a lock, for recording from several tasks in a test.
@dynamicMemberLookup
public final class LockIsolated<Value>: Sendable {
  private let locked: Locked<Value>

  /// Creates a value behind a lock.
  public init(_ value: Value) {
    locked = Locked(value)
  }

  /// A copy of the value.
  public var value: Value { locked.withLock { $0 } }

  /// A copy of a part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    locked.withLock { $0[keyPath: keyPath] }
  }

  /// Runs `operation` while the lock is held.
  ///
  /// The lock isn't recursive.
  public func withValue<T: Sendable, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> T
  ) throws(Failure) -> T {
    try locked.withLock { value throws(Failure) in try operation(&value) }
  }

  /// Replaces the value.
  public func setValue(_ newValue: Value) {
    locked.withLock { $0 = newValue }
  }
}
