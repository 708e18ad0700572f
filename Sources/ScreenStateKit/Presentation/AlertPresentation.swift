/// A value that decides when to present the alert for an error.
///
/// A presented alert keeps its content even if the error changes, so an alert for another error requires a dismissal
/// first. An error that a child has forwarded is left to the child's alert, if the child has one.
@MainActor
struct AlertPresentation {
  private let identity = Identity()
  /// The error that the alert is for, or `nil` if the alert takes the next error.
  private var current: DisplayableError?

  nonisolated init() {}

  /// Returns whether the alert is presented while the screen has this error.
  func isPresented(for error: DisplayableError?) -> Bool {
    guard let error, !error.isSilent else { return false }
    guard current == nil || current?.id == error.id else { return false }
    guard let claim = error.claim else { return true }
    return claim.isHeld(by: identity) ? !claim.isClosed : claim.isFree && !error.isForwarded
  }

  /// Records the error after an update; if no alert is presented, the next alert is for this error.
  mutating func note(_ error: DisplayableError?) {
    guard current == nil || error == nil, error?.isForwarded != true else { return }
    turn(to: error)
  }

  /// Assigns this error to the alert, after an update has dismissed the previous alert.
  mutating func turn(to error: DisplayableError?) {
    if current?.id != error?.id { current?.claim?.release(by: identity) }
    current = error
    error?.claim?.take(for: identity)
  }

  /// Frees the error for another alert when the view disappears.
  mutating func disappear() {
    turn(to: nil)
  }

  /// Returns the error of the presented alert, or of the alert that this error presents.
  func subject(with error: DisplayableError?) -> DisplayableError? {
    current ?? error
  }

  /// Returns the error that the screen keeps after the user has closed the alert for `closed`.
  ///
  /// An error that has arrived in the meantime stays and is shown next, even if its alert is already presented.
  func remainingError(
    afterClosing closed: DisplayableError?,
    with error: DisplayableError?
  ) -> DisplayableError? {
    closed?.claim?.close()
    return closed == nil || closed?.id == error?.id ? nil : error
  }
}
