/// A time limit for work, which may expire while the work is running.
package final class TimeLimit: Sendable {
  private struct State {
    var timer: ClockTimer?
    var isStopped = false
    /// Whether the work has begun and can be cancelled.
    var hasBegun = false
    var hasPassed = false
  }

  private let state = Locked(State())

  package init() {}

  /// Whether the limit expired before the work was done.
  package var hasPassed: Bool { state.withLock { $0.hasPassed } }

  /// Calls `cancel` after `duration`, counted from this call.
  ///
  /// `cancel` returns whether there was something to cancel.
  ///
  /// With `onMainActor`, the call waits for its turn on the main actor. Work that has ended by then is in time, even if
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

  /// Marks the work as begun.
  ///
  /// - Returns: Whether the limit has already expired.
  package func begin() -> Bool {
    state.withLock { state in
      state.hasBegun = true
      return state.hasPassed
    }
  }

  /// Ends the wait, because the work has ended.
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
      // This is set before the cancel, because the work may end and read the reason on another thread in the meantime.
      state.hasPassed = true
      return state.hasBegun
    }
    // Work that ended in time isn't late, even if its end wasn't handled yet.
    if canCancel, !cancel() { state.withLock { $0.hasPassed = false } }
  }
}
