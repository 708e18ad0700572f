import StateEngine

/// One run of an action: whether it may begin, and whether it was cancelled or has run out of time.
final class ActionRun: Sendable {
  typealias Outcome = Result<Void, any Error>

  private enum Turn {
    case pending(waiter: CheckedContinuation<Int?, Never>?)
    case begins(place: Int)
    case dropped
  }

  private struct State {
    var turn = Turn.pending(waiter: nil)
    var task: Task<Outcome, Never>?
    var isCancelled = false
    var isLate = false
    var isOver = false
  }

  private let state = Locked(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Gives the run the task that it is done in; a cancel that came before reaches it now.
  func attach(_ task: Task<Outcome, Never>) {
    let isWanted = state.withLock { state in
      state.task = task
      return !state.isCancelled && !state.isLate
    }
    if !isWanted { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  // MARK: The turn

  /// Lets the run begin, at a place in the line of its store.
  func begin(at place: Int) {
    settle(.begins(place: place))
  }

  /// Ends a run that will never begin.
  func drop() {
    state.withLock { $0.isCancelled = true }
    settle(.dropped)
  }

  /// Waits until it is decided whether the run begins.
  ///
  /// - Returns: Its place in the line of its store; none if it was dropped.
  func turn() async -> Int? {
    await withCheckedContinuation { continuation in
      let turn = state.withLock { state in
        if case .pending = state.turn { state.turn = .pending(waiter: continuation) }
        return state.turn
      }
      switch turn {
      case .pending: break
      case .begins(let place): continuation.resume(returning: place)
      case .dropped: continuation.resume(returning: nil)
      }
    }
  }

  private func settle(_ turn: Turn) {
    let waiter = state.withLock { state -> CheckedContinuation<Int?, Never>? in
      guard case .pending(let waiter) = state.turn else { return nil }
      state.turn = turn
      return waiter
    }
    if case .begins(let place) = turn {
      waiter?.resume(returning: place)
    } else {
      waiter?.resume(returning: nil)
    }
  }

  // MARK: Its time

  /// Cancels the work when `duration` is over, unless it has ended by then.
  ///
  /// - Returns: The timer, which keeps nothing but the run.
  func startTimer(_ duration: Duration, clock: any Clock<Duration>) -> ClockTimer {
    clock.startTimer(after: duration) { [self] in runOutOfTime() }
  }

  /// Notes that the work has ended.
  ///
  /// - Returns: Whether its time ran out before.
  func end() -> Bool {
    state.withLock { state in
      state.isOver = true
      return state.isLate
    }
  }

  private func runOutOfTime() {
    let task = state.withLock { state -> Task<Outcome, Never>? in
      guard !state.isOver else { return nil }
      state.isLate = true
      return state.task
    }
    task?.cancel()
  }
}
