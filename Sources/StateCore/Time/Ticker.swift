/// A timer that ticks at the end of each interval since its creation, or only at the end of the first one.
///
/// Ticks that no one has received are coalesced. A late tick doesn't delay the next one.
package final class Ticker: Sendable {
  private struct State {
    var timer: ClockTimer?
    var waiter: TimerContinuation<Bool>?
    var hasTicked = false
    var isStopped = false
  }

  private let state = Locked(State())
  private let repeats: Bool
  private let startTimer: @Sendable (_ fire: @escaping @Sendable () -> Void) -> ClockTimer

  package convenience init(
    every interval: Duration,
    on clock: any Clock<Duration>,
    repeats: Bool = true
  ) {
    self.init(every: interval, of: clock, repeats: repeats)
  }

  private init(every interval: Duration, of clock: some Clock<Duration>, repeats: Bool) {
    self.repeats = repeats
    let start = clock.now
    startTimer = { fire in
      let passed = start.duration(to: clock.now)
      let count = (passed / interval).rounded(.down)
      let rest = min(max(interval * (count + 1) - passed, .zero), interval)
      // If the rest is zero, it is below the clock's resolution, or rounding has lost it.
      return clock.startTimer(after: rest > .zero ? rest : interval, fire)
    }
    startNextTimer()
  }

  /// Waits for the next tick.
  ///
  /// - Returns: `true` at the next tick, or `false` after `stop` or if the current task is cancelled.
  package func next() async -> Bool {
    await withTimerContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        if state.isStopped { return false }
        if state.hasTicked {
          state.hasTicked = false
          return true
        }
        state.waiter = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    } onCancel: {
      stop()
    }
  }

  package func stop() {
    let (timer, waiter) = state.withLock { state in
      state.isStopped = true
      return (state.timer.take(), state.waiter.take())
    }
    timer?.cancel()
    waiter?.resume(returning: false)
  }

  private func startNextTimer() {
    let timer = startTimer { [weak self] in self?.tick() }
    let isStopped = state.withLock { state in
      if !state.isStopped { state.timer = timer }
      return state.isStopped
    }
    if isStopped { timer.cancel() }
  }

  private func tick() {
    // The next interval has already begun, so its timer starts before the waiter resumes.
    if repeats { startNextTimer() }
    let waiter = state.withLock { state in
      if state.waiter == nil { state.hasTicked = true }
      return state.waiter.take()
    }
    waiter?.resume(returning: true)
  }
}
