extension DisplayableError {
  /// What is shown of an error that an action has thrown; nothing of a cancellation or a silent
  /// error.
  init?(presenting error: any Error) {
    if saysCancelled((error as? DisplayableError)?.originalError ?? error) { return nil }
    self = error as? DisplayableError ?? DisplayableError(error: error)
    if isSilent { return nil }
  }
}
