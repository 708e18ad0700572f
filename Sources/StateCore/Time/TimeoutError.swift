public import Foundation

/// An error that reports that work didn't end within its time limit.
public struct TimeoutError: LocalizedError, Hashable {
  /// The time limit.
  public let duration: Duration

  /// Creates the error for work with the time limit `duration`.
  public init(duration: Duration) {
    self.duration = duration
  }

  public var errorDescription: String? {
    "The operation didn't end within \(duration.messageText)."
  }
}
