import StateCore

/// The reasons to load a resource again that nobody has followed yet; many of one kind are one.
final class ResourceRequests: Sendable {
  /// In the order of what they ask for: each one asks for all that those before it do.
  enum Reason: Int, Comparable {
    /// The content was invalidated.
    case invalidation
    /// An event has come: it is loaded if it is stale.
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

  /// There are no more: the state has gone, or the task was cancelled.
  func end() {
    let waiter = state.withLock { state in
      state.hasEnded = true
      return state.waiter.take()
    }
    waiter?.resume(returning: nil)
  }

  /// Waits for a reason.
  ///
  /// - Throws: `CancellationError` at the end.
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
