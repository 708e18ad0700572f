import StateEngine

/// The time at which an effect is to be done, which may be passed while it is running.
final class Deadline: Sendable {
  private struct State {
    var timer: ClockTimer?
    var isStopped = false
    /// Whether the effect has begun, so that it can be cancelled.
    var hasBegun = false
    var hasPassed = false
  }

  private let state = Locked(State())

  /// Whether the time was over before the effect was done.
  var hasPassed: Bool { state.withLock { $0.hasPassed } }

  /// Calls `cancel`, which returns whether there was something to cancel, after `duration`.
  func start(
    _ clock: any Clock<Duration>,
    after duration: Duration,
    cancel: @escaping @Sendable () -> Bool
  ) {
    let timer = clock.startTimer(after: duration) { [weak self] in self?.pass(cancel) }
    let isStopped = state.withLock { state in
      if !state.isStopped { state.timer = timer }
      return state.isStopped
    }
    if isStopped { timer.cancel() }
  }

  /// Notes that the effect has begun.
  ///
  /// - Returns: Whether it is too late.
  func begin() -> Bool {
    state.withLock { state in
      state.hasBegun = true
      return state.hasPassed
    }
  }

  /// Ends the wait: the effect has ended.
  func stop() {
    let timer = state.withLock { state in
      state.isStopped = true
      return state.timer.take()
    }
    timer?.cancel()
  }

  private func pass(_ cancel: () -> Bool) {
    let canCancel = state.withLock { state in
      if state.isStopped { return false }
      if !state.hasBegun { state.hasPassed = true }
      return state.hasBegun
    }
    // An effect that has ended in time is not late, even if nobody has seen its end yet.
    if canCancel, cancel() { state.withLock { $0.hasPassed = true } }
  }
}
