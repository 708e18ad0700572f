/// A set of locked keys.
///
/// Unlocking removes the key and returns it, so that the caller releases it after the change. A key that is the only
/// locked one isn't hashed.
package struct LockTable<Key: Hashable> {
  /// A key that is kept apart, because most tables have one.
  private var first: Key?
  // Reading a flag costs less than reading the optional key.
  private var hasFirst = false
  /// The numbers of the locks of the other keys.
  private var others: [Key: Int] = [:]
  /// The other keys, by the numbers of their locks.
  private var keys: [Int: Key] = [:]
  private var lastNumber = 0

  package init() {}

  package var count: Int { (hasFirst ? 1 : 0) + others.count }

  /// A token that releases a lock without comparing keys.
  package struct Lock: Sendable {
    /// The number of the lock; 0 for that of the first key.
    fileprivate let number: Int
  }

  /// Locks `key`.
  ///
  /// Returns `nil` if the key is already locked. The lock stays unchanged then.
  package mutating func lock(_ key: Key) -> Lock? {
    if hasFirst { return first == key ? nil : lockOther(key) }
    if !others.isEmpty, others[key] != nil { return nil }
    hasFirst = true
    first = key
    return Lock(number: 0)
  }

  private mutating func lockOther(_ key: Key) -> Lock? {
    if others[key] != nil { return nil }
    lastNumber += 1
    others[key] = lastNumber
    keys[lastNumber] = key
    return Lock(number: lastNumber)
  }

  /// Releases a lock that was not released before.
  @discardableResult
  package mutating func unlock(_ lock: Lock) -> Key? {
    if lock.number == 0 {
      hasFirst = false
      return first.take()
    }
    guard let key = keys.removeValue(forKey: lock.number) else { return nil }
    others[key] = nil
    return key
  }

  @discardableResult
  package mutating func unlock(_ key: Key) -> Key? {
    if hasFirst, first == key { return unlock(Lock(number: 0)) }
    return others[key].flatMap { unlock(Lock(number: $0)) }
  }

  /// - Returns: The previous content of the table, which the caller releases.
  @discardableResult
  package mutating func unlockAll() -> LockTable {
    let previous = self
    self = LockTable()
    lastNumber = previous.lastNumber
    return previous
  }
}
