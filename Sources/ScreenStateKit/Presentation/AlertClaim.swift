import Observation

/// Which of several alerts shows an error, and whether the user has closed it: an error that a state has
/// passed on to its parent is shown once.
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

  /// Gives the error to an alert, unless another one has it.
  func take(for alert: Identity) {
    if isFree { holder = alert }
  }

  /// Lets another alert show the error.
  func release(by alert: Identity) {
    if isHeld(by: alert) { holder = nil }
  }

  /// Notes that the user has closed the alert: nobody shows the error any more.
  func close() {
    isClosed = true
  }
}
