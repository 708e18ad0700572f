/// The schedule for saving a group of states: a window after the first change, one save at a time, and retries after
/// failures.
struct SaveSchedule {
  enum Step: Equatable {
    /// Call `timerFired` after a duration, in addition to the running timers.
    case startTimer(Duration)
    /// Cancel all timers.
    case cancelTimers
    /// Save all changes.
    case save
  }

  /// The pauses after the first failure and after many failures.
  static let pauses: ClosedRange<Duration> = .milliseconds(50)...(.seconds(10))

  /// Whether there are changes that no save has taken.
  private(set) var hasChanges = false
  private(set) var isSaving = false
  /// The number of consecutive failed saves.
  private(set) var failures = 0
  /// The durations of the running timers, each shorter than the one before.
  private var timers: [Duration] = []
  /// Whether the next save waits for the pause after a failure.
  private var isPausing = false
  /// Whether the next save begins when this one ends.
  private var isDue = false

  /// Notes a change, which is saved after `window` at the latest.
  ///
  /// A running timer may fire earlier or later than a new timer with `window`. Because the schedule doesn't know the
  /// time, both run if the new one is shorter.
  mutating func change(window: Duration) -> [Step] {
    hasChanges = true
    return isDue || isPausing ? [] : start(window)
  }

  private mutating func start(_ time: Duration) -> [Step] {
    if let shortest = timers.last, shortest <= time { return [] }
    timers.append(time)
    return [.startTimer(time)]
  }

  mutating func timerFired() -> [Step] {
    guard !timers.isEmpty else { return [] }
    let steps: [Step] = timers.count > 1 ? [.cancelTimers] : []
    endTimers()
    return steps + saveNow()
  }

  /// Saves the changes immediately.
  mutating func flush() -> [Step] {
    guard hasChanges else { return [] }
    let steps: [Step] = timers.isEmpty ? [] : [.cancelTimers]
    endTimers()
    return steps + saveNow()
  }

  private mutating func endTimers() {
    timers = []
    isPausing = false
  }

  /// Handles the end of a save.
  ///
  /// `isComplete` is `true` if it saved everything that it had taken.
  mutating func saveEnded(isComplete: Bool) -> [Step] {
    isSaving = false
    guard isComplete else {
      failures += 1
      hasChanges = true
      isDue = false
      isPausing = true
      let pauses = Self.pauses
      return start(min(pauses.upperBound, pauses.lowerBound * (1 << min(failures - 1, 16))))
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
