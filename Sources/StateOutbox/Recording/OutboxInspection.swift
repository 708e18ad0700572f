import Foundation
import StateCore

/// What inspectors simulate in an outbox.
@MainActor
final class OutboxInspection {
  private var hold: (inspector: InspectorID, wasPaused: Bool)?
  private var failure: (inspector: InspectorID, count: Int, text: String)?

  /// Whether an inspector keeps attempts from starting.
  var isHeld: Bool { hold != nil }

  var failingCount: Int { failure?.count ?? 0 }

  /// Notes that an inspector keeps attempts from starting.
  func begin(by inspector: InspectorID, isPaused: Bool) {
    hold = (inspector, hold?.wasPaused ?? isPaused)
  }

  /// Ends the hold of an inspector, or of any.
  ///
  /// - Returns: Whether the app had paused the outbox; `nil` without a hold.
  func endHold(of inspector: InspectorID? = nil) -> Bool? {
    guard let hold, inspector == nil || hold.inspector == inspector else { return nil }
    self.hold = nil
    return hold.wasPaused
  }

  /// Lets the next attempts fail.
  func fail(_ count: Int, _ text: String, by inspector: InspectorID) {
    failure = count > 0 ? (inspector, count, text) : nil
  }

  func endFailures(of inspector: InspectorID) {
    if failure?.inspector == inspector { failure = nil }
  }

  /// Returns the error of an attempt that isn't to be made.
  func takeFailure() -> (any Error)? {
    guard let (inspector, count, text) = failure else { return nil }
    failure = count > 1 ? (inspector, count - 1, text) : nil
    return SimulatedLoss(text: text)
  }
}

/// The error of an attempt that an inspector lets fail.
private struct SimulatedLoss: LocalizedError {
  let text: String

  var errorDescription: String? { text }
}
