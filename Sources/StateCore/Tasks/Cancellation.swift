import Foundation

/// Whether an error only reports that work was cancelled; such an error is never shown.
///
/// This includes the error of a cancelled URL session task.
package func saysCancelled(_ error: any Error) -> Bool {
  if error is CancellationError { return true }
  let error = error as NSError
  return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
}

/// Whether the error only reports that the current task was cancelled.
///
/// An error in a task that wasn't cancelled never counts.
package func isCancellation(_ error: any Error) -> Bool {
  Task.isCancelled && saysCancelled(error)
}
