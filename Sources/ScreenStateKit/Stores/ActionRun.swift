import StateEngine

/// One run of an action: to be cancelled and waited for, from any context.
final class ActionRun: Sendable {
  private struct State {
    var result: Result<Void, any Error>?
    var task: Task<Void, Never>?
    var isCancelled = false
    var waiters: [CheckedContinuation<Result<Void, any Error>, Never>] = []
  }

  private let state = Locked(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Gives the run the task that it is done in; a cancel that came before reaches it now.
  func attach(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      if state.result == nil { state.task = task }
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  /// Ends a run that will never begin.
  func drop() {
    state.withLock { $0.isCancelled = true }
    finish(.failure(CancellationError()))
  }

  /// Ends the run; only the first result counts.
  func finish(_ result: Result<Void, any Error>) {
    let waiters = state.withLock { state in
      guard state.result == nil else {
        return [CheckedContinuation<Result<Void, any Error>, Never>]()
      }
      state.result = result
      state.task = nil
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: result) }
  }

  /// Waits for the end of the run and throws its error.
  func wait() async throws {
    let result = await withCheckedContinuation { continuation in
      let result = state.withLock { state in
        if state.result == nil { state.waiters.append(continuation) }
        return state.result
      }
      if let result { continuation.resume(returning: result) }
    }
    try result.get()
  }
}
