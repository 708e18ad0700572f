/// Runs work under execution policies, from any context.
///
/// A call returns what is decided when work is submitted; what is decided later is done through the
/// work's closures, never under a lock. When the scheduler goes away, all work is cancelled or dropped.
package final class WorkScheduler: Sendable {
  package typealias ID = RunningWork.ID

  /// The events of work after it was submitted.
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

  private let work = RunningWork()
  private let owner: ID
  private let clock: any Clock<Duration>

  package init(clock: any Clock<Duration>) {
    owner = work.insertOwner()
    self.clock = clock
  }

  deinit {
    cancelAll()
  }

  /// The work that runs or waits.
  package var count: Int { work.unfinishedCount }

  package func submit(key: TaskKey, rule: ExecutionPolicy.Rule, _ work: Work) -> Submission {
    var request = RunningWork.Ledger.Request(parent: owner, key: key, rule: rule)
    request.kind = .submission
    switch self.work.submit(request, work, clock: clock) {
    case .started(let id): return .started(id)
    case .waiting(let id): return .waiting(id)
    case .refused: return .dropped
    }
  }

  /// Notes that work has ended.
  package func end(_ id: ID) {
    work.end(id)
  }

  package func cancel(_ id: ID) {
    work.cancel(id)
  }

  package func cancelAll() {
    work.cancelAllWork()
  }
}
