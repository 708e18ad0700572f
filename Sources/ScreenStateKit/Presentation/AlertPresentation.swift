/// Decides when the alert for an error is up.
///
/// An alert keeps what it came up with, whatever the error is by then. For another error it has to go
/// down and come up again.
struct AlertPresentation {
  /// The error that the alert is for; any error until there was one.
  private var id: DisplayableError.ID?

  /// Whether the alert is up while the screen has this error.
  func isPresented(for error: DisplayableError?) -> Bool {
    guard let error, !error.isSilent else { return false }
    return id == nil || id == error.id
  }

  /// Makes the alert one for this error, after it has gone down for the one before.
  mutating func turn(to error: DisplayableError?) {
    id = error?.id
  }

  /// The error that the screen has once the user has closed the alert.
  ///
  /// One that came while the alert was up for another stays, to be shown next.
  func remainingError(afterClosingWith error: DisplayableError?) -> DisplayableError? {
    isPresented(for: error) ? nil : error
  }
}
