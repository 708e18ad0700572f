import StateCore

/// The action whose error a state shows.
///
/// The error in the state keeps it alive, so the key, which may be the whole action, goes with the error.
final class FailedAction: Sendable {
  let lockKey: Unchecked<AnyHashable>
  let error: DisplayableError.ID

  init(_ lockKey: AnyHashable, showing error: DisplayableError.ID) {
    self.lockKey = Unchecked(lockKey)
    self.error = error
  }
}
