extension WorkLedger {
  /// The duties of the caller, in this order.
  package struct Outcome {
    /// Handles of work that is to be cancelled.
    package var cancel = ShortList<WorkSignal>()
    /// Work that will never begin.
    package var drop = ShortList<WorkSignal>()
    /// Work that has its turn.
    package var begin = ShortList<(signal: WorkSignal, id: ID)>()
    /// Waiters, and the last steps of actions; with whether the awaited work was
    /// neither dropped nor replaced.
    package var resume = ShortList<(signal: WorkSignal, isComplete: Bool)>()
    package var stoppedTimers = ShortList<TimerID>()
    package var timer: (id: TimerID, duration: Duration)?
    /// Handles and keys that are not in use any more; released outside the caller's lock.
    package var released = ShortList<WorkSignal>()
    package var releasedKeys = ShortList<TaskKey>()
    package var releasedLabels = ShortList<any WorkLabel>()

    package init() {}

    mutating func resume(_ waiters: ShortList<WorkSignal>, isComplete: Bool = true) {
      for waiter in waiters { resume.append((waiter, isComplete)) }
    }
  }
}
