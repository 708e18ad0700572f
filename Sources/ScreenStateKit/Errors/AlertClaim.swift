import Observation

/// The claim that decides which of several alerts shows an error, and records whether the user has closed it.
///
/// An error that a state has forwarded to its parent is shown once.
@MainActor
@Observable
final class AlertClaim {
  private var holder: Identity?
  private(set) var isClosed = false

  nonisolated init() {}

  var isFree: Bool { holder == nil && !isClosed }

  func isHeld(by alert: Identity) -> Bool {
    holder == alert
  }

  /// Assigns the error to an alert, unless another alert holds it or the user has closed it.
  func take(for alert: Identity) {
    if isFree { holder = alert }
  }

  /// Frees the error for another alert.
  func release(by alert: Identity) {
    if isHeld(by: alert) { holder = nil }
  }

  /// Records that the user has closed the alert, so that no other alert shows the error.
  func close() {
    isClosed = true
  }
}
