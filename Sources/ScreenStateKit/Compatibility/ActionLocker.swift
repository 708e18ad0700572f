import StateCore

/// An actor that keeps an action from running twice at the same time, for use from several isolations.
///
/// Within one actor, `ActionLocker.nonIsolated` does the same without `await`.
public actor ActionLocker {
  /// The reasons why an action can't be locked, which aren't shown to the user.
  public enum Errors: NonPresentableError, Sendable {
    /// An action with the same key is already locked.
    case actionIsRunning
  }

  private let locks = ActionLock()

  /// Creates a locker without locks.
  public init() {}

  /// A new locker for use within one isolation.
  public static var nonIsolated: NonIsolatedActionLocker { NonIsolatedActionLocker() }

  /// A new locker that several isolations can share.
  public static var isolated: ActionLocker { ActionLocker() }

  /// Locks the action's key.
  ///
  /// - Throws: `Errors.actionIsRunning` if the key is already locked.
  public func lock(_ action: any ActionLockable) throws {
    guard canExecute(action) else { throw Errors.actionIsRunning }
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

/// The former name of the type of `ActionLocker.isolated`.
public typealias IsolatedActionLocker = ActionLocker
