import StateCore

/// The pending reasons to load a resource again, coalesced into one.
final class ResourceRequests: Sendable {
  /// The reasons in ascending order; each one covers all before it.
  enum Reason: Int, Comparable {
    /// The content was invalidated.
    case invalidation
    /// An event has arrived, which loads stale content.
    case event
    /// The interval has passed.
    case interval

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  private struct State {
    var reason: Reason?
    var waiter: TimerContinuation<Reason?>?
    var hasEnded = false
  }

  private let state = Locked(State())

  func add(_ reason: Reason) {
    let waiter = state.withLock { state in
      if state.waiter == nil { state.reason = max(state.reason ?? reason, reason) }
      return state.waiter.take()
    }
    waiter?.resume(returning: reason)
  }

  /// Ends the requests, because the state is deallocated or the task was cancelled.
  func end() {
    let waiter = state.withLock { state in
      state.hasEnded = true
      return state.waiter.take()
    }
    waiter?.resume(returning: nil)
  }

  /// Waits for a reason.
  ///
  /// - Throws: `CancellationError` after the end.
  nonisolated(nonsending) func next() async throws -> Reason {
    let reason: Reason? = await withTimerContinuation { continuation in
      let answer = state.withLock { state -> Reason?? in
        if state.hasEnded { return .some(nil) }
        if let reason = state.reason.take() { return .some(reason) }
        state.waiter = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    } onCancel: {
      end()
    }
    guard let reason else { throw CancellationError() }
    return reason
  }
}
