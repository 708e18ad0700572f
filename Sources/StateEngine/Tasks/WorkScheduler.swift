/// Runs work under execution policies, from any context.
///
/// What is decided when work is submitted is answered to the caller; what is decided later is done
/// through the work's closures, never under the scheduler's lock. When the scheduler goes away, all
/// work is cancelled or dropped.
package final class WorkScheduler: Sendable {
  package typealias ID = ExecutionTable<TaskKey>.ID

  /// What can happen to work after it was submitted.
  ///
  /// Each closure is called once at most.
  package struct Work: Sendable {
    let start: @Sendable (ID) -> Void
    let cancel: @Sendable () -> Void
    let drop: @Sendable () -> Void

    package init(
      start: @escaping @Sendable (ID) -> Void,
      cancel: @escaping @Sendable () -> Void,
      drop: @escaping @Sendable () -> Void
    ) {
      self.start = start
      self.cancel = cancel
      self.drop = drop
    }
  }

  package enum Submission: Equatable {
    /// The caller is to start the work, and to call `end` when it has ended.
    case started(ID)
    /// `start` or `drop` will be called.
    case waiting(ID)
    case dropped
  }

  private struct State {
    var table = ExecutionTable<TaskKey>()
    var works: [ID: Work] = [:]
    var timers: [Int: Task<Void, Never>] = [:]
    var lastID = 0
  }

  private let state: Locked<State>
  private let clock: any Clock<Duration>

  package init(clock: any Clock<Duration>) {
    state = Locked(State())
    self.clock = clock
  }

  deinit {
    cancelAll()
  }

  /// The work that runs or waits.
  package var count: Int { state.withLock { $0.table.count } }

  package func submit(key: TaskKey, rule: ExecutionPolicy.Rule, _ work: Work) -> Submission {
    let (id, outcome) = withState { state in
      state.lastID += 1
      let id = state.lastID
      state.works[id] = work
      return (id, state.table.submit(id, key: key, rule: rule))
    }
    perform(outcome, exceptFor: id)
    if outcome.started.contains(id) { return .started(id) }
    return outcome.dropped.contains(id) ? .dropped : .waiting(id)
  }

  /// Notes that work has ended.
  package func end(_ id: ID) {
    let (work, outcome) = withState { state in
      (state.works.removeValue(forKey: id), state.table.end(id))
    }
    perform(outcome)
    _ = work
  }

  package func cancel(_ id: ID) {
    perform(withState { $0.table.cancel(id) })
  }

  package func cancelAll() {
    perform(withState { $0.table.cancelAll() })
  }

  /// Keys of the table are released outside the lock: their `deinit` may come back here.
  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, keys) = state.withLock { state in
      (body(&state), state.table.takeReleasedKeys())
    }
    _ = keys
    return result
  }

  private func perform(
    _ outcome: ExecutionTable<TaskKey>.Outcome,
    exceptFor submitted: ID? = nil
  ) {
    if outcome.cancelled.isEmpty, outcome.dropped.isEmpty, outcome.timer == nil,
      outcome.stoppedTimers.isEmpty, outcome.started.allSatisfy({ $0 == submitted })
    {
      return
    }
    let (cancelled, dropped, started, timers) = state.withLock { state in
      (
        outcome.cancelled.compactMap { state.works[$0] },
        outcome.dropped.map { (id: $0, work: state.works.removeValue(forKey: $0)) },
        outcome.started.filter { $0 != submitted }.map { (id: $0, work: state.works[$0]) },
        outcome.stoppedTimers.compactMap { state.timers.removeValue(forKey: $0) }
      )
    }
    for timer in timers { timer.cancel() }
    for work in cancelled { work.cancel() }
    for (id, work) in dropped where id != submitted { work?.drop() }
    for (id, work) in started { work?.start(id) }
    if let timer = outcome.timer { startTimer(timer) }
  }

  private func startTimer(_ timer: ExecutionTable<TaskKey>.Timer) {
    // On an actor, so that a test's clock knows when the timer has fired.
    let task = ImmediateTask.start { @MainActor [weak self, clock] in
      // Cancelled: the timer is not wanted any more.
      guard (try? await clock.pause(for: timer.duration)) != nil else { return }
      self?.timerFired(timer.id)
    }
    // A timer that has fired or was stopped meanwhile needs no entry.
    let isWanted = state.withLock { state in
      guard state.table.awaits(timer.id) else { return false }
      state.timers[timer.id] = task
      return true
    }
    if !isWanted { task.cancel() }
  }

  private func timerFired(_ timer: Int) {
    let (task, outcome) = withState { state in
      (state.timers.removeValue(forKey: timer), state.table.timerFired(timer))
    }
    perform(outcome)
    _ = task
  }
}
