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

  /// Whether observers are being told of a change.
  @ObservationIgnored private(set) var isUpdating = false

  func setHeld(_ isHeld: Bool) {
    let outer = isUpdating
    isUpdating = true
    defer { isUpdating = outer }
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
    if new == steps { return }
    steps = new
    // An observer has changed the history.
    if isUpdating { return }
    isUpdating = true
    defer { isUpdating = false }
    while shown != steps {
      if undoCount != steps.undoCount { undoCount = steps.undoCount }
      if redoCount != steps.redoCount { redoCount = steps.redoCount }
      if undoName != steps.undoName { undoName = steps.undoName }
      if redoName != steps.redoName { redoName = steps.redoName }
    }
  }

  private var shown: Steps {
    Steps(undoCount: undoCount, redoCount: redoCount, undoName: undoName, redoName: redoName)
  }
}
