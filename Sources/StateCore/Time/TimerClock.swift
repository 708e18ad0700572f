/// A clock that calls back at a time, where others let a task sleep.
///
/// The timers of a clock for tests so are there when the call returns that starts them.
package protocol TimerClock: Sendable {
  /// Calls `fire` once `duration` has passed, from any context, unless the timer was cancelled.
  func startTimer(
    after duration: Duration,
    _ fire: @escaping @Sendable () -> Void
  ) -> ClockTimer
}

/// Something that is to happen later.
package struct ClockTimer: Sendable {
  package let cancel: @Sendable () -> Void

  package init(cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }
}

extension Clock<Duration> {
  /// Calls `fire` once `duration` has passed since this call, away from the main actor.
  ///
  /// A clock whose sleep fails counts as one whose time has come: nothing waits for ever.
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

/// A hundred years: the clocks of the system trap where a number overflows.
package let longestDuration = Duration.seconds(3_155_760_000)
