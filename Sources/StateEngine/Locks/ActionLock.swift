/// A `LockTable` that may be used from any context.
///
/// Keys that go are released outside of the lock, where their `deinit` may come back here.
package final class ActionLock: Sendable {
  private let table = Locked(LockTable<AnyHashable>())

  package init() {}

  package var count: Int { table.withLock { $0.count } }

  /// Locks `key`.
  ///
  /// `false`: it was locked already and stays as it is.
  package func lock(_ key: AnyHashable) -> Bool {
    acquire(key) != nil
  }

  package func unlock(_ key: AnyHashable) {
    table.withLockReleasing { $0.unlock(key) }
  }

  /// Locks `key`; `nil`: it was locked already.
  package func acquire(_ key: AnyHashable) -> LockTable<AnyHashable>.Lock? {
    table.withLock { $0.lock(key) }
  }

  package func release(_ lock: LockTable<AnyHashable>.Lock) {
    table.withLockReleasing { $0.unlock(lock) }
  }

  package func unlockAll() {
    table.withLockReleasing { $0.unlockAll() }
  }
}
