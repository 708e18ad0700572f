/// A `LockTable` with reference semantics, used from one isolation.
///
/// Removed keys are released after the table has changed, because their `deinit` may call back.
package final class ActionLock {
  private var table = LockTable<AnyHashable>()

  package init() {}

  package var count: Int { table.count }

  /// Locks `key`.
  ///
  /// Returns `false` if the key is already locked. The lock stays unchanged then.
  package func lock(_ key: AnyHashable) -> Bool {
    acquire(key) != nil
  }

  package func unlock(_ key: AnyHashable) {
    withExtendedLifetime(table.unlock(key)) {}
  }

  /// Locks `key`.
  ///
  /// Returns `nil` if it is already locked.
  package func acquire(_ key: AnyHashable) -> LockTable<AnyHashable>.Lock? {
    table.lock(key)
  }

  package func release(_ lock: LockTable<AnyHashable>.Lock) {
    withExtendedLifetime(table.unlock(lock)) {}
  }

  package func unlockAll() {
    withExtendedLifetime(table.unlockAll()) {}
  }
}
