import Foundation

/// Whether the error only reports that the current task was cancelled.
///
/// This includes the error of a cancelled URL session task. An error in a task that wasn't cancelled never counts.
package func isCancellation(_ error: any Error) -> Bool {
  guard Task.isCancelled else { return false }
  if error is CancellationError { return true }
  let error = error as NSError
  return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
}
