/// A clock that calls back at a time, instead of letting a task sleep.
///
/// With a test clock, the timer therefore exists when the call that starts it returns.
package protocol TimerClock: Sendable {
  /// Calls `fire` after `duration`, from any context, unless the timer was cancelled.
  func startTimer(
    after duration: Duration,
    _ fire: @escaping @Sendable () -> Void
  ) -> ClockTimer
}

/// A timer that can be cancelled.
package struct ClockTimer: Sendable {
  package let cancel: @Sendable () -> Void

  package init(cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }
}

extension Clock<Duration> {
  /// Calls `fire` after `duration`, counted from this call, outside the main actor.
  ///
  /// If the clock's sleep fails, the time counts as over, so that nothing waits forever.
  package func startTimer(
    after duration: Duration,
    _ fire: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    let duration = min(duration, longestDuration)
    if let clock = self as? any TimerClock { return clock.startTimer(after: duration, fire) }
    let deadline = now.advanced(by: duration)
    let task = ImmediateTask.detached {
      try? await sleep(until: deadline, tolerance: nil)
      if !Task.isCancelled { fire() }
    }
    return ClockTimer { task.cancel() }
  }
}

/// One hundred years.
///
/// The system's clocks trap if a number overflows.
package let longestDuration = Duration.seconds(3_155_760_000)
