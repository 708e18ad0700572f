/// Decides when the alert for an error is up.
///
/// An alert keeps what it came up with, whatever the error is by then. For another error it has to go
/// down and come up again.
struct AlertPresentation {
  /// The error that the alert is for; whichever comes next if it is for none.
  private var id: DisplayableError.ID?

  /// Whether the alert is up while the screen has this error.
  func isPresented(for error: DisplayableError?) -> Bool {
    guard let error, !error.isSilent else { return false }
    return id == nil || id == error.id
  }

  /// Notes the error after an update; if no alert is up, the next one is for this error.
  mutating func note(_ error: DisplayableError?) {
    if id == nil || error == nil { id = error?.id }
  }

  /// Makes the alert one for this error, after an update has taken down the one before.
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
