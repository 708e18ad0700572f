public import Foundation

/// Work did not end within the time that it was given.
public struct TimeoutError: LocalizedError, Hashable {
  /// The time that was given.
  public let duration: Duration

  /// Makes the error of work that was given `duration`.
  public init(duration: Duration) {
    self.duration = duration
  }

  public var errorDescription: String? {
    let text = duration == .seconds(1) ? "1 second" : "\(duration)"
    return "The operation did not end within \(text.replacing(".0 ", with: " "))."
  }
}
