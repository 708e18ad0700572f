import Foundation

/// Whether the error only says that the current task was cancelled.
///
/// What a cancelled URL session task throws counts as such too. The error of a task that was not
/// cancelled never does.
package func isCancellation(_ error: any Error) -> Bool {
  guard Task.isCancelled else { return false }
  if error is CancellationError { return true }
  let error = error as NSError
  return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
}
