/// A state that can show that work is running and that it has failed.
@MainActor
package protocol ScreenPresenting: AnyObject {
  func loadingStarted()
  /// Ends one `loadingStarted`.
  func loadingFinished()
  /// Shows an error, unless it is one that is not meant to be seen.
  func present(_ error: any Error)
}
