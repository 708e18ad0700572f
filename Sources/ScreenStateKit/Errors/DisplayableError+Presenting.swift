extension DisplayableError {
  /// Makes the error to show of one that an action has thrown; none of a cancellation or a silent
  /// error.
  init?(presenting error: any Error) {
    if saysCancelled((error as? DisplayableError)?.originalError ?? error) { return nil }
    self = error as? DisplayableError ?? DisplayableError(error: error)
    if isSilent { return nil }
  }
}
