import StateTesting

/// A one-time event that several tasks can wait for.
package final class Signal: Sendable {
  private struct State {
    var hasFired = false
    var waiters: [@Sendable () -> Void] = []
  }

  private let state = LockIsolated(State())

  package init() {}

  package var hasFired: Bool { state.hasFired }

  package func fire() {
    let waiters = state.withValue { state in
      state.hasFired = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter() }
  }

  /// Waits until the signal fires or the waiting task is cancelled.
  package func wait() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    add { continuation.finish() }
    for await _ in stream {}
  }

  /// Waits until the signal fires, even if the waiting task is cancelled.
  package func waitStubbornly() async {
    await withCheckedContinuation { continuation in
      add { continuation.resume() }
    }
  }

  private func add(_ waiter: @escaping @Sendable () -> Void) {
    let hasFired = state.withValue { state in
      if !state.hasFired { state.waiters.append(waiter) }
      return state.hasFired
    }
    if hasFired { waiter() }
  }
}
