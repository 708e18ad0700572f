extension DisplayableError {
  /// What is shown of an error that an action has thrown; nothing of a cancellation or a silent
  /// error.
  init?(presenting error: any Error) {
    if error is CancellationError { return nil }
    self = error as? DisplayableError ?? DisplayableError(error: error)
    if isSilent { return nil }
  }
}
