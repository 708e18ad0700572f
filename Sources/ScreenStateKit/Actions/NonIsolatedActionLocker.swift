import StateCore

/// Keeps an action from running twice at the same time, for use inside one isolation.
public final class NonIsolatedActionLocker {
  private let locks = ActionLock()

  init() {}

  /// Locks the action's key.
  ///
  /// - Throws: `ActionLocker.Errors.actionIsRunning` if it is locked already.
  public func lock(_ action: any ActionLockable) throws {
    guard canExecute(action) else { throw ActionLocker.Errors.actionIsRunning }
  }

  /// Releases the action's key; a key that is not locked is left alone.
  public func unlock(_ action: any ActionLockable) {
    locks.unlock(action.lockKey)
  }

  /// Locks the action's key and says whether that worked: `false` means that it was locked already.
  public func canExecute(_ action: any ActionLockable) -> Bool {
    locks.lock(action.lockKey)
  }

  /// Releases all keys.
  public func free() {
    locks.unlockAll()
  }
}
