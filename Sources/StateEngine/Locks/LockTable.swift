/// Which keys are locked.
///
/// Released keys leave no trace; they are handed to the caller, which lets go of them outside its
/// lock.
package struct LockTable<Key: Hashable> {
  private var keys: Set<Key> = []

  package init() {}

  package var count: Int { keys.count }

  /// Locks `key`.
  ///
  /// `false`: it was locked already and stays as it is.
  package mutating func lock(_ key: Key) -> Bool {
    keys.insert(key).inserted
  }

  @discardableResult
  package mutating func unlock(_ key: Key) -> Key? {
    keys.remove(key)
  }

  @discardableResult
  package mutating func unlockAll() -> Set<Key> {
    defer { keys = [] }
    return keys
  }
}
