/// A set of locked keys.
///
/// Unlocking removes the key and returns it, so that the caller releases it after the change. A key that is the only
/// locked one isn't hashed.
package struct LockTable<Key: Hashable> {
  private var first: Key?
  private var others: Set<Key> = []

  package init() {}

  package var count: Int { (first == nil ? 0 : 1) + others.count }

  /// A token that releases a lock without comparing keys.
  package enum Lock {
    case first
    case other(Key)
  }

  /// Locks `key`.
  ///
  /// Returns `nil` if the key is already locked. The lock stays unchanged then.
  package mutating func lock(_ key: Key) -> Lock? {
    if let first, first == key { return nil }
    if first != nil { return others.insert(key).inserted ? .other(key) : nil }
    if !others.isEmpty, others.contains(key) { return nil }
    first = key
    return .first
  }

  @discardableResult
  package mutating func unlock(_ lock: Lock) -> Key? {
    switch lock {
    case .first: first.take()
    case .other(let key): others.remove(key)
    }
  }

  @discardableResult
  package mutating func unlock(_ key: Key) -> Key? {
    unlock(isFirst(key) ? .first : .other(key))
  }

  private func isFirst(_ key: Key) -> Bool {
    if let first { first == key } else { false }
  }

  /// - Returns: The previous content of the table, which the caller releases.
  @discardableResult
  package mutating func unlockAll() -> LockTable {
    defer { self = LockTable() }
    return self
  }
}
