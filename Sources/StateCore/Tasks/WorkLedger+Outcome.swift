extension WorkLedger {
  /// Actions for the caller to perform, in this order.
  package struct Outcome {
    /// Handles of work to cancel.
    package var cancel = ShortList<WorkSignal>()
    /// Work that will never begin.
    package var drop = ShortList<WorkSignal>()
    /// Work whose turn has come.
    package var begin = ShortList<(signal: WorkSignal, id: ID)>()
    /// Waiters and finishers of actions.
    ///
    /// `isComplete` is `true` if the awaited work was neither dropped nor replaced.
    package var resume = ShortList<(signal: WorkSignal, isComplete: Bool)>()
    package var stoppedTimers = ShortList<TimerID>()
    package var timer: (id: TimerID, duration: Duration)?
    /// Handles and keys that are no longer used.
    ///
    /// The caller releases them outside its lock.
    package var released = ShortList<WorkSignal>()
    package var releasedKeys = ShortList<TaskKey>()
    package var releasedLabels = ShortList<any WorkLabel>()

    package init() {}

    /// Whether the caller has nothing to perform and nothing to release.
    var isEmpty: Bool {
      cancel.isEmpty && drop.isEmpty && begin.isEmpty && resume.isEmpty && stoppedTimers.isEmpty
        && timer == nil && released.isEmpty && releasedKeys.isEmpty && releasedLabels.isEmpty
    }

    mutating func resume(_ waiters: ShortList<WorkSignal>, isComplete: Bool = true) {
      if waiters.isEmpty { return }
      for waiter in waiters { resume.append((waiter, isComplete)) }
    }
  }
}
