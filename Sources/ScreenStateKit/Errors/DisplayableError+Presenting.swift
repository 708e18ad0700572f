import Foundation

extension DisplayableError {
  /// What is shown of an error that an action has thrown; nothing of a cancellation.
  init?(presenting error: any Error) {
    if error is CancellationError { return nil }
    self = error as? DisplayableError ?? DisplayableError(message: error.localizedDescription)
  }
}
