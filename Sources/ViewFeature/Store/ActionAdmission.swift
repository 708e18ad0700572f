import StateEngine

/// What a store does about its actions because of the protocols that their type conforms to.
///
/// `ActionLockable` actions are dropped while one with the same key is running, and a state that is a
/// screen's shows loading for `LoadingTrackable` actions.
@MainActor
struct ActionAdmission<Action> {
  struct Admitted {
    /// What is to be done when the action is done, if anything.
    let finish: (@MainActor @Sendable () -> Void)?
  }

  /// Shows loading and errors of the actions.
  let screen: (any ScreenPresenting)?
  private let locks: ActionLock?

  /// Nothing when there is nothing to be done about any action.
  init?(_ state: AnyObject) {
    screen = Action.self is any LoadingTrackable.Type ? state as? any ScreenPresenting : nil
    locks = Action.self is any ActionLockable.Type ? ActionLock() : nil
    if screen == nil, locks == nil { return nil }
  }

  /// Locks an action and shows loading for it.
  ///
  /// - Returns: Nothing if the action is to be dropped.
  func admit(_ action: Action) -> Admitted? {
    let key = locks == nil ? nil : (action as? any ActionLockable)?.lockKey
    if let key, locks?.lock(key) == false { return nil }
    let tracking = (action as? any LoadingTrackable)?.canTrackLoading == true ? screen : nil
    tracking?.loadingStarted()
    guard key != nil || tracking != nil else { return Admitted(finish: nil) }
    // The lock first: whoever sees that loading has ended may send the action again.
    return Admitted { [locks, key = Unchecked(key)] in
      if let key = key.value { locks?.unlock(key) }
      tracking?.loadingFinished()
    }
  }
}
