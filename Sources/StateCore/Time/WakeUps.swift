/// The waits that a timer of a test's clock has ended, both those that are resuming and those that have arrived on
/// their actors.
///
/// A continuation reaches its actor through the global executor. The clock waits here until the work that its timer
/// resumed has arrived.
package final class WakeUps: Sendable {
  /// The wake-ups of the running timer; `nil` unless a test's clock fires it.
  @TaskLocal package static var current: WakeUps?

  private struct State {
    var pendingCount = 0
    var actors: [any Actor] = []
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// The thread sanitizer doesn't see every transfer of a continuation's value between threads, but it sees this lock.
  private static let handOver = Locked(())

  private let state = Locked(State())

  package init() {}

  /// Waits until all resumed work has arrived on its actor.
  ///
  /// It is running there, or has run since.
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

/// A continuation that a timer may resume.
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

/// Suspends until the continuation is resumed once, possibly by a timer.
package func withTimerContinuation<Value>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TimerContinuation<Value>) -> Void
) async -> Value {
  await withUnsafeContinuation(isolation: isolation) {
    body(TimerContinuation(continuation: $0))
  }
  .end(on: isolation)
}

/// Suspends until the continuation is resumed once, possibly by a timer or by `onCancel`.
///
/// If the task is already cancelled, `onCancel` is called immediately, before `body`.
package func withTimerContinuation<Value>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (TimerContinuation<Value>) -> Void,
  onCancel: @Sendable () -> Void
) async -> Value {
  await withTaskCancellationHandler(
    operation: {
      // A closure stays on the actor of an isolated parameter only if it captures the parameter.
      await withUnsafeContinuation(isolation: isolation) {
        body(TimerContinuation(continuation: $0))
      }
    },
    onCancel: onCancel
  )
  .end(on: isolation)
}
