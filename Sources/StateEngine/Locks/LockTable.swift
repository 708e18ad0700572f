/// Which keys are locked.
///
/// Released keys leave no trace.
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

  package mutating func unlock(_ key: Key) {
    keys.remove(key)
  }

  package mutating func unlockAll() {
    keys.removeAll()
  }
}
