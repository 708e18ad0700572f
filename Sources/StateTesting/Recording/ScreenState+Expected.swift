import ScreenStateKit

extension ScreenState {
  /// Counts one start if loading shows, and none otherwise.
  ///
  /// A value that was written to `isLoading` is forgotten when an error is cleared; a start is not.
  func countLoadingAsShown() {
    let isShown = isLoading
    loadingFinished()
    if isShown { loadingStarted() }
  }
}
