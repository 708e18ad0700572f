import Foundation

/// Whether an error reports only that its work was cancelled; such an error is never shown.
package func saysCancelled(_ error: any Error) -> Bool {
  if error is CancellationError { return true }
  let error = error as NSError
  return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
}
