import StateCore

extension DisplayableError {
  /// Creates the error to show for an error that an action has thrown.
  ///
  /// Returns `nil` for cancellations and silent errors.
  init?(presenting error: any Error) {
    if saysCancelled((error as? DisplayableError)?.originalError ?? error) { return nil }
    self = error as? DisplayableError ?? DisplayableError(error: error)
    if isSilent { return nil }
  }
}
