/// When a group of states is saved: a window after the first change, one save at a time, and again after a failure.
struct SaveSchedule {
  enum Step: Equatable {
    /// Calls `timerFired` after a while, next to the timers that run.
    case startTimer(Duration)
    /// Cancels all timers.
    case cancelTimers
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
  /// The times of the timers that run, each shorter than the one before it.
  private var timers: [Duration] = []
  /// Whether the next save waits for the pause after a failure.
  private var isPausing = false
  /// Whether the next save begins when this one ends.
  private var isDue = false

  /// There is a change, which is saved after `window` at the latest.
  ///
  /// A timer that runs may end earlier than one of `window` would, or later: without the time of a clock, both run where the
  /// new one is shorter.
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

  /// What has changed is to be saved at once.
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

  /// A save has ended; `isComplete`, with all that it has taken.
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
