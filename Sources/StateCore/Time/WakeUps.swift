/// The waits that a timer of a test's clock has ended: on their way to their actors, and there.
///
/// A continuation leads to the actor by way of the global executor. The clock waits here until work has
/// come that its timer has woken.
package final class WakeUps: Sendable {
  /// Those that the running timer causes; none unless a test's clock fires it.
  @TaskLocal package static var current: WakeUps?

  private struct State {
    var pendingCount = 0
    var actors: [any Actor] = []
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// The thread sanitizer does not see each way that a continuation's value takes from thread to thread; this it sees.
  private static let handOver = Locked(())

  private let state = Locked(State())

  package init() {}

  /// Waits until all have come to their actors, on which each is running or has run since.
  ///
  /// - Returns: The actors.
  package func haveArrived() async -> [any Actor] {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.pendingCount > 0 { state.waiter = continuation }
        return state.pendingCount == 0
      }
      if isOver { continuation.resume() }
    }
    return state.withLock { $0.actors }
  }

  fileprivate func begin() {
    state.withLock { $0.pendingCount += 1 }
    Self.handOver.withLock { _ in }
  }

  fileprivate func end(on actor: (any Actor)?) {
    Self.handOver.withLock { _ in }
    let waiter = state.withLock { state in
      state.pendingCount -= 1
      if let actor { state.actors.append(actor) }
      return state.pendingCount == 0 ? state.waiter.take() : nil
    }
    waiter?.resume()
  }
}

/// A wait that a timer may end.
package struct TimerContinuation<Value: Sendable>: Sendable {
  fileprivate let continuation: UnsafeContinuation<WakeUp<Value>, Never>

  package func resume(returning value: Value) {
    let wakeUps = WakeUps.current
    wakeUps?.begin()
    continuation.resume(returning: WakeUp(value: value, wakeUps: wakeUps))
  }
}

private struct WakeUp<Value: Sendable>: Sendable {
  let value: Value
  let wakeUps: WakeUps?

  func end(on actor: (any Actor)?) -> Value {
    wakeUps?.end(on: actor)
    return value
  }
}

/// Suspends until the continuation is resumed, once, maybe by a timer.
package func withTimerContinuation<Value>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TimerContinuation<Value>) -> Void
) async -> Value {
  await withUnsafeContinuation(isolation: isolation) {
    body(TimerContinuation(continuation: $0))
  }
  .end(on: isolation)
}

/// Suspends until the continuation is resumed, once, maybe by a timer or by `onCancel`.
///
/// `onCancel` is called at once if the task is cancelled already, before `body`.
package func withTimerContinuation<Value>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TimerContinuation<Value>) -> Void,
  onCancel: @Sendable () -> Void
) async -> Value {
  await withTaskCancellationHandler(
    operation: {
      // A closure stays on the actor of an isolated parameter only if it captures it.
      await withUnsafeContinuation(isolation: isolation) {
        body(TimerContinuation(continuation: $0))
      }
    },
    onCancel: onCancel
  )
  .end(on: isolation)
}
