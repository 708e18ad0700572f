import StateEngine

/// The lock of an action and its part in loading, if any, which it keeps until it is done.
@MainActor
struct ActionHold {
  fileprivate let locks: ActionLock?
  fileprivate let key: AnyHashable?
  fileprivate let screen: (any ScreenPresenting)?

  /// The steps after an action that is not done in `send`, if any.
  var finish: (@MainActor @Sendable () -> Void)? { key == nil && screen == nil ? nil : release }

  func release() {
    // The lock first: code that sees the end of loading can send the action again.
    if let key { locks?.unlock(key) }
    screen?.loadingFinished()
  }
}

/// The handling of a store's actions that follows from the protocols of their type.
///
/// `ActionLockable` actions are dropped while one with the same key is running, and a state that is a
/// screen's shows loading for `LoadingTrackable` actions.
@MainActor
final class ActionAdmission<Action> {
  /// Shows loading and errors of the actions.
  let screen: (any ScreenPresenting)?
  private let locks: ActionLock?
  // Made for the type: to ask each action for its protocols takes longer than all the rest.
  private let lockKey: ((Action) -> AnyHashable?)?
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

  private static func lockKey<Lockable: ActionLockable>(
    of type: Lockable.Type
  ) -> (Action) -> AnyHashable? {
    { ($0 as? Lockable)?.lockKey }
  }

  private static func canTrackLoading<Trackable: LoadingTrackable>(
    of type: Trackable.Type
  ) -> (Action) -> Bool {
    { ($0 as? Trackable)?.canTrackLoading == true }
  }

  /// Locks an action and shows loading for it.
  ///
  /// - Returns: Nothing if the action is to be dropped.
  func admit(_ action: Action) -> ActionHold? {
    let key = lockKey?(action)
    if let key, locks?.lock(key) == false { return nil }
    let screen = canTrackLoading?(action) == true ? screen : nil
    screen?.loadingStarted()
    return ActionHold(locks: locks, key: key, screen: screen)
  }
}
