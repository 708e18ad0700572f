/// A state that can show that work is running and that it has failed.
@MainActor
package protocol ScreenPresenting: AnyObject {
  var isLoading: Bool { get }
  /// The store whose events the loading and the errors are; nothing if nobody records it.
  var recordedStore: StoreID? { get set }
  func loadingStarted()
  /// Ends one `loadingStarted`.
  func loadingFinished()
  /// Shows an error, unless it is one that is not meant to be seen.
  func present(_ error: any Error)
  /// Passes nothing on any more to a parent that is that of `other` as well.
  func leaveParent(of other: any ScreenPresenting)
}

extension ScreenPresenting {
  /// Counts one start if loading shows, and none otherwise.
  ///
  /// A value that was written to `isLoading` is forgotten when an error is cleared; a start is not.
  package func countLoadingAsShown() {
    let isShown = isLoading
    loadingFinished()
    if isShown { loadingStarted() }
  }
}
