import StateCore

/// Keeps an action from running twice at the same time, for use from several isolations.
///
/// Inside one actor `ActionLocker.nonIsolated` does the same without `await`.
public actor ActionLocker {
  /// Why an action could not be locked; nothing that the user is shown.
  public enum Errors: NonPresentableError, Sendable {
    /// An action with the same key is locked.
    case actionIsRunning
  }

  private let locks = ActionLock()

  /// Makes a locker without locks.
  public init() {}

  /// A new locker for use inside one isolation.
  public static var nonIsolated: NonIsolatedActionLocker { NonIsolatedActionLocker() }

  /// A new locker that several isolations can share.
  public static var isolated: ActionLocker { ActionLocker() }

  /// Locks the action's key.
  ///
  /// - Throws: `Errors.actionIsRunning` if it is locked already.
  public func lock(_ action: any ActionLockable) throws {
    guard canExecute(action) else { throw Errors.actionIsRunning }
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

/// The type that `ActionLocker.isolated` had in earlier versions.
public typealias IsolatedActionLocker = ActionLocker
