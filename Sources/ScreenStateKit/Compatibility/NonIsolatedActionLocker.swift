import StateCore

/// A locker that keeps an action from running twice at the same time, for use within one isolation.
public final class NonIsolatedActionLocker {
  private let locks = ActionLock()

  init() {}

  /// Locks the action's key.
  ///
  /// - Throws: `ActionLocker.Errors.actionIsRunning` if the key is already locked.
  public func lock(_ action: any ActionLockable) throws {
    guard canExecute(action) else { throw ActionLocker.Errors.actionIsRunning }
  }

  /// Releases the action's key, or does nothing if the key isn't locked.
  public func unlock(_ action: any ActionLockable) {
    locks.unlock(action.lockKey)
  }

  /// Locks the action's key.
  ///
  /// - Returns: `false` if the key was already locked.
  public func canExecute(_ action: any ActionLockable) -> Bool {
    locks.lock(action.lockKey)
  }

  /// Releases all keys.
  public func free() {
    locks.unlockAll()
  }
}
