/// A state that can show that work is running or failed.
@MainActor
package protocol ScreenPresenting: AnyObject {
  var isLoading: Bool { get }
  /// The listener to the loading and the errors, if there is one.
  var presentationListener: (any PresentationListener)? { get set }
  func loadingStarted()
  /// Ends one `loadingStarted`.
  func loadingFinished()
  /// Shows an error, unless the error isn't meant to be shown.
  func present(_ error: any Error)
  /// Stops forwarding to a parent that `other` has too.
  func leaveParent(of other: any ScreenPresenting)
  /// The state shows its own values again, or other ones have become its own.
  func showsOwnValues()
}

extension ScreenPresenting {
  /// Counts one start if loading is shown, and none otherwise.
  ///
  /// Clearing an error discards a value written to `isLoading`, but not a start.
  package func countLoadingAsShown() {
    let isShown = isLoading
    loadingFinished()
    if isShown { loadingStarted() }
  }
}

/// A listener to the loading and the errors of one state.
@MainActor
package protocol PresentationListener: AnyObject, Sendable {
  /// Makes a change of the loading or the error.
  func changing(_ change: () -> Void)
  func loadingChanged(to isLoading: Bool)
  /// A visible error is shown.
  func errorShown(_ error: any Error)
}
