import StateCore

/// The lock of an action and its part in the loading of the screen, if any, until the action is done.
@MainActor
struct ActionReservation {
  fileprivate let locks: ActionLock?
  fileprivate let lock: LockTable<AnyHashable>.Lock?
  fileprivate let screen: (any ScreenPresenting)?

  /// The last step of an action that isn't done in `send`; `nil` if there is nothing to release.
  var finish: (@MainActor @Sendable () -> Void)? { lock == nil && screen == nil ? nil : release }

  func release() {
    // Release the lock first: an observer that sees the end of loading may send the action again.
    if let lock { locks?.release(lock) }
    screen?.loadingFinished()
  }
}

/// The locks of a store's actions and their loading, according to the protocols that the type of actions conforms to.
///
/// `ActionLockable` actions are dropped while one with the same key is running. The state of a screen shows loading for
/// `LoadingTrackable` actions.
@MainActor
final class ActionAdmission<Action> {
  /// The screen that shows loading and errors of the actions.
  let screen: (any ScreenPresenting)?
  private let locks: ActionLock?
  // Created once for the type, because checking the conformances of each action takes longer than everything else.
  private let lockKey: ((Action) -> AnyHashable)?
  private let canTrackLoading: ((Action) -> Bool)?

  /// Creates the admission, or returns `nil` if no action needs a lock or shows loading.
  ///
  /// Without effects, no action needs a lock, and only errors are shown.
  init?(_ state: AnyObject, _ execution: StoreExecution = .whole) {
    let trackable = Action.self as? any LoadingTrackable.Type
    let lockable = execution.isWhole ? Action.self as? any ActionLockable.Type : nil
    screen = trackable == nil ? nil : state as? any ScreenPresenting
    canTrackLoading =
      screen != nil && execution.isWhole ? trackable.map { Self.canTrackLoading(of: $0) } : nil
    lockKey = lockable.map { Self.lockKey(of: $0) }
    locks = lockKey == nil ? nil : ActionLock()
    if screen == nil, locks == nil { return nil }
  }

  // `type` is `Action` itself, with its conformance: casting each action would take longer than reading the key.
  private static func lockKey<Lockable: ActionLockable>(
    of type: Lockable.Type
  ) -> (Action) -> AnyHashable {
    { unsafeBitCast($0, to: Lockable.self).lockKey }
  }

  private static func canTrackLoading<Trackable: LoadingTrackable>(
    of type: Trackable.Type
  ) -> (Action) -> Bool {
    { unsafeBitCast($0, to: Trackable.self).canTrackLoading }
  }

  /// Locks an action and shows loading for it.
  ///
  /// - Returns: `nil` if the store must drop the action.
  func admit(_ action: Action) -> ActionReservation? {
    var lock: LockTable<AnyHashable>.Lock?
    if let lockKey, let locks {
      lock = locks.acquire(lockKey(action))
      if lock == nil { return nil }
    }
    let screen = canTrackLoading?(action) == true ? screen : nil
    screen?.loadingStarted()
    return ActionReservation(locks: locks, lock: lock, screen: screen)
  }
}
