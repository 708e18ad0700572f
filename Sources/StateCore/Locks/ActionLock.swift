/// A `LockTable` that several may refer to, inside one isolation.
///
/// Keys that go are released after the table has changed, as their `deinit` may come back here.
package final class ActionLock {
  private var table = LockTable<AnyHashable>()

  package init() {}

  package var count: Int { table.count }

  /// Locks `key`.
  ///
  /// `false`: it was locked already and stays as it is.
  package func lock(_ key: AnyHashable) -> Bool {
    acquire(key) != nil
  }

  package func unlock(_ key: AnyHashable) {
    withExtendedLifetime(table.unlock(key)) {}
  }

  /// Locks `key`; `nil`: it was locked already.
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
