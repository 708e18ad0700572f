/// The time at which work is to be done, which may be passed while it is running.
package final class TimeLimit: Sendable {
  private struct State {
    var timer: ClockTimer?
    var isStopped = false
    /// Whether the work has begun, so that it can be cancelled.
    var hasBegun = false
    var hasPassed = false
  }

  private let state = Locked(State())

  package init() {}

  /// Whether the time was over before the work was done.
  package var hasPassed: Bool { state.withLock { $0.hasPassed } }

  /// Calls `cancel`, which returns whether there was something to cancel, after `duration`, counted from
  /// this call.
  ///
  /// With `onMainActor` the call takes its turn on the main actor: work that has ended before is in time, even if
  /// the main actor was too busy to handle its end.
  package func start(
    _ clock: any Clock<Duration>,
    after duration: Duration,
    onMainActor: Bool = false,
    cancel: @escaping @Sendable () -> Bool
  ) {
    let timer = clock.startTimer(after: duration) { [weak self] in
      guard onMainActor else { return self?.pass(cancel) ?? () }
      MainThread.run { self?.pass(cancel) }
    }
    let isStopped = state.withLock { state in
      if !state.isStopped { state.timer = timer }
      return state.isStopped
    }
    if isStopped { timer.cancel() }
  }

  /// Notes that the work has begun.
  ///
  /// - Returns: Whether it is too late.
  package func begin() -> Bool {
    state.withLock { state in
      state.hasBegun = true
      return state.hasPassed
    }
  }

  /// Ends the wait: the work has ended.
  package func stop() {
    let timer = state.withLock { state in
      state.isStopped = true
      return state.timer.take()
    }
    timer?.cancel()
  }

  private func pass(_ cancel: () -> Bool) {
    let canCancel = state.withLock { state in
      if state.isStopped { return false }
      // Before the cancel: the work may end, and be asked for the reason, on another thread meanwhile.
      state.hasPassed = true
      return state.hasBegun
    }
    // Work that has ended in time is not late, even if nobody has seen its end yet.
    if canCancel, !cancel() { state.withLock { $0.hasPassed = false } }
  }
}
