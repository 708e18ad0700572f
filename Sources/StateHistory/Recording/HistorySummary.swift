import Observation

/// What views read of a history.
@Observable
@MainActor
final class HistorySummary {
  private(set) var undoCount = 0
  private(set) var redoCount = 0
  private(set) var undoName: String?
  private(set) var redoName: String?
  /// Whether one of the stores shows an earlier state, or a replay runs it.
  private(set) var isHeld = false

  func setHeld(_ isHeld: Bool) {
    if self.isHeld != isHeld { self.isHeld = isHeld }
  }

  struct Steps: Equatable {
    var undoCount = 0
    var redoCount = 0
    var undoName: String?
    var redoName: String?
  }

  /// The current values, whose comparison doesn't cost what that of observed properties costs.
  @ObservationIgnored private var steps = Steps()

  func update(_ new: Steps) {
    let old = steps
    if new == old { return }
    steps = new
    if new.undoCount != old.undoCount { undoCount = new.undoCount }
    if new.redoCount != old.redoCount { redoCount = new.redoCount }
    if new.undoName != old.undoName { undoName = new.undoName }
    if new.redoName != old.redoName { redoName = new.redoName }
  }
}
