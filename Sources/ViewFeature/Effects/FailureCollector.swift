/// Takes the first failure of a composition, and calls the composition's handler with it.
@MainActor
final class FailureCollector<State> {
  private let handler: StateErrorHandler<State>?
  private(set) var first: (any Error)?

  init(handler: StateErrorHandler<State>?) {
    self.handler = handler
  }

  /// `false`: there was a failure before.
  func take(_ error: any Error, _ state: State) -> Bool {
    guard first == nil else { return false }
    first = error
    handler?(error, state)
    return true
  }
}
