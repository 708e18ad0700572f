import StateTesting

/// Something that happens once, and that several tasks may wait for.
final class Signal: Sendable {
  private struct State {
    var hasFired = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = LockIsolated(State())

  var hasFired: Bool { state.hasFired }

  func fire() {
    let waiters = state.withValue { state in
      state.hasFired = true
      let waiters = state.waiters
      state.waiters = []
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Ends when the signal fires, whether the task is cancelled or not.
  func wait() async {
    await withCheckedContinuation { continuation in
      let hasFired = state.withValue { state in
        if !state.hasFired { state.waiters.append(continuation) }
        return state.hasFired
      }
      if hasFired { continuation.resume() }
    }
  }
}
