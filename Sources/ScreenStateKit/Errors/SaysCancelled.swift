import Foundation

/// Whether an error says no more than that its work was cancelled: nobody is to see it.
func saysCancelled(_ error: any Error) -> Bool {
  if error is CancellationError { return true }
  let error = error as NSError
  return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
}
