import Foundation

/// Whether the error only says that the current task was cancelled.
///
/// The error of a cancelled URL session task counts as such too. The error of a task that was not
/// cancelled never does.
package func isCancellation(_ error: any Error) -> Bool {
  guard Task.isCancelled else { return false }
  if error is CancellationError { return true }
  let error = error as NSError
  return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
}
