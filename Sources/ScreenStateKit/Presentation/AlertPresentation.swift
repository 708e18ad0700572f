/// Decides when the alert for an error is up.
///
/// An alert keeps what it came up with, whatever the error is by then. For another error it has to go
/// down and come up again. An error that a child has passed on is left to the child's alert, if it has
/// one.
@MainActor
struct AlertPresentation {
  private let identity = Identity()
  /// The error that the alert is for; whichever comes next if it is for none.
  private var current: DisplayableError?

  nonisolated init() {}

  /// Whether the alert is up while the screen has this error.
  func isPresented(for error: DisplayableError?) -> Bool {
    guard let error, !error.isSilent else { return false }
    guard current == nil || current?.id == error.id else { return false }
    guard let claim = error.claim else { return true }
    return claim.isHeld(by: identity) ? !claim.isClosed : claim.isFree && !error.isForwarded
  }

  /// Notes the error after an update; if no alert is up, the next one is for this error.
  mutating func note(_ error: DisplayableError?) {
    guard current == nil || error == nil, error?.isForwarded != true else { return }
    turn(to: error)
  }

  /// Makes the alert one for this error, after an update has taken down the one before.
  mutating func turn(to error: DisplayableError?) {
    if current?.id != error?.id { current?.claim?.release(by: identity) }
    current = error
    error?.claim?.take(for: identity)
  }

  /// Leaves the error to another alert, as the view goes.
  mutating func disappear() {
    turn(to: nil)
  }

  /// The subject of the alert that comes up with this error, or is up.
  func subject(with error: DisplayableError?) -> DisplayableError? {
    current ?? error
  }

  /// The error that the screen has once the user has closed the alert for `closed`.
  ///
  /// One that came meanwhile stays, to be shown next, also if the alert for it is up already.
  func remainingError(
    afterClosing closed: DisplayableError?,
    with error: DisplayableError?
  ) -> DisplayableError? {
    closed?.claim?.close()
    return closed == nil || closed?.id == error?.id ? nil : error
  }
}
