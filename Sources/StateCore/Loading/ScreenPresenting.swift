/// A state that can show that work is running or failed.
@MainActor
package protocol ScreenPresenting: AnyObject {
  var isLoading: Bool { get }
  /// The store whose events include the loading and the errors; `nil` if no recording is active.
  var recordedStore: StoreID? { get set }
  func loadingStarted()
  /// Ends one `loadingStarted`.
  func loadingFinished()
  /// Shows an error, unless the error isn't meant to be shown.
  func present(_ error: any Error)
  /// Stops forwarding to a parent that `other` has too.
  func leaveParent(of other: any ScreenPresenting)
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
