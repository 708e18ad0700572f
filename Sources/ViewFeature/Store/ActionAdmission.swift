import StateEngine

/// What an action has until it is done: its lock and its part in showing that something loads, if any.
@MainActor
struct ActionReservation {
  fileprivate let locks: ActionLock?
  fileprivate let lock: LockTable<AnyHashable>.Lock?
  fileprivate let screen: (any ScreenPresenting)?

  /// What is to follow an action that is not done in `send`, if anything.
  var finish: (@MainActor @Sendable () -> Void)? { lock == nil && screen == nil ? nil : release }

  func release() {
    // The lock first: whoever sees that loading has ended may send the action again.
    if let lock { locks?.release(lock) }
    screen?.loadingFinished()
  }
}

/// What a store does about its actions because of the protocols that their type conforms to.
///
/// `ActionLockable` actions are dropped while one with the same key is running, and a state that is a
/// screen's shows loading for `LoadingTrackable` actions.
@MainActor
final class ActionAdmission<Action> {
  /// Shows loading and errors of the actions.
  let screen: (any ScreenPresenting)?
  private let locks: ActionLock?
  // Made for the type: to ask each action for its protocols takes longer than all the rest.
  private let lockKey: ((Action) -> AnyHashable)?
  private let canTrackLoading: ((Action) -> Bool)?

  /// Nothing when there is nothing to be done about any action.
  init?(_ state: AnyObject) {
    let trackable = Action.self as? any LoadingTrackable.Type
    screen = trackable == nil ? nil : state as? any ScreenPresenting
    canTrackLoading = screen == nil ? nil : trackable.map { Self.canTrackLoading(of: $0) }
    lockKey = (Action.self as? any ActionLockable.Type).map { Self.lockKey(of: $0) }
    locks = lockKey == nil ? nil : ActionLock()
    if screen == nil, locks == nil { return nil }
  }

  // `type` is `Action` itself, seen through its protocol: a cast of each action would take longer than the
  // key.
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
  /// - Returns: Nothing if the action is to be dropped.
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
