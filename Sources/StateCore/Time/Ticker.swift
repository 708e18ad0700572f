/// Ticks at each end of an interval, from when it is made, or only at the first one.
///
/// Ticks that nobody has taken are one. A tick that comes late does not delay the next one.
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
      // A rest of zero is less than the clock can tell apart, or rounding has lost it.
      return clock.startTimer(after: rest > .zero ? rest : interval, fire)
    }
    startNextTimer()
  }

  /// Waits for the next tick.
  ///
  /// - Returns: Whether there is one; after `stop` or a cancel of the current task there is none.
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
    // Before anybody is woken: the next interval has begun already.
    if repeats { startNextTimer() }
    let waiter = state.withLock { state in
      if state.waiter == nil { state.hasTicked = true }
      return state.waiter.take()
    }
    waiter?.resume(returning: true)
  }
}
