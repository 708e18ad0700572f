/// A `LockTable` that may be used from any context.
package final class ActionLock: Sendable {
  private let table = Locked(LockTable<AnyHashable>())

  package init() {}

  package var count: Int { table.withLock { $0.count } }

  /// Locks `key`.
  ///
  /// `false`: it was locked already and stays as it is.
  package func lock(_ key: AnyHashable) -> Bool {
    table.withLock { $0.lock(key) }
  }

  package func unlock(_ key: AnyHashable) {
    _ = table.withLock { $0.unlock(key) }
  }

  package func unlockAll() {
    _ = table.withLock { $0.unlockAll() }
  }
}
