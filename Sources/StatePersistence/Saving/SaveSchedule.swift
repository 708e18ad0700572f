/// When a group of states is saved: a window after the first change, one save at a time, and again after a failure.
struct SaveSchedule {
  enum Step: Equatable {
    /// Calls `timerFired` after a while.
    case startTimer(Duration)
    case cancelTimer
    /// Saves all that has changed.
    case save
  }

  /// The pause after the first failure, and the longest one.
  static let pauses: ClosedRange<Duration> = .milliseconds(50)...(.seconds(10))

  /// Whether there are changes that no save has taken.
  private(set) var hasChanges = false
  private(set) var isSaving = false
  /// How many saves have failed one after the other.
  private(set) var failures = 0
  private var hasTimer = false
  /// Whether the next save begins when this one ends.
  private var isDue = false

  /// There is a change, which is saved after `window` at the latest.
  mutating func change(window: Duration) -> [Step] {
    hasChanges = true
    if hasTimer || isDue { return [] }
    hasTimer = true
    return [.startTimer(window)]
  }

  mutating func timerFired() -> [Step] {
    guard hasTimer else { return [] }
    hasTimer = false
    return saveNow()
  }

  /// What has changed is to be saved at once.
  mutating func flush() -> [Step] {
    guard hasChanges else { return [] }
    let steps: [Step] = hasTimer ? [.cancelTimer] : []
    hasTimer = false
    return steps + saveNow()
  }

  /// A save has ended; `isComplete`, with all that it has taken.
  mutating func saveEnded(isComplete: Bool) -> [Step] {
    isSaving = false
    guard isComplete else {
      failures += 1
      hasChanges = true
      isDue = false
      if hasTimer { return [] }
      hasTimer = true
      let pauses = Self.pauses
      return [.startTimer(min(pauses.upperBound, pauses.lowerBound * (1 << min(failures - 1, 16))))]
    }
    failures = 0
    return isDue ? saveNow() : []
  }

  private mutating func saveNow() -> [Step] {
    guard hasChanges else { return [] }
    if isSaving {
      isDue = true
      return []
    }
    isDue = false
    hasChanges = false
    isSaving = true
    return [.save]
  }
}
