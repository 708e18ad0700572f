/// Owns running tasks: registers them synchronously, cancels them by key or all, and cancels
/// the rest when it goes away.
///
/// A task is reached by a cancel from the moment in which the call that registers it returns. No
/// task keeps its registry alive.
package final class TaskRegistry: Sendable {
  package let work = RunningWork()
  package let owner: RunningWork.ID

  package init() {
    owner = work.insertOwner()
  }

  deinit {
    cancelAll()
  }

  /// Work that is running and was not cancelled.
  package var count: Int { work.liveCount }
  package var isEmpty: Bool { count == 0 }
  package var keys: [TaskKey] { work.keys }

  package func contains(_ key: TaskKey) -> Bool {
    work.isRunning(key)
  }

  /// Starts `operation` in a task of its own and registers it before that task can run.
  ///
  /// An operation that was cancelled before it began does not run.
  @discardableResult
  package func run(
    _ key: TaskKey? = nil,
    policy: DuplicatePolicy = .cancelExisting,
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @MainActor @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let id = begin(key, policy.rule)
    let task = ImmediateTask.enqueue(name: name, priority: priority) { @MainActor [work] in
      if let id {
        if !Task.isCancelled { await operation() }
        work.end(id)
      }
    }
    if let id { work.attach(task, to: id) }
    return task
  }

  /// Registers a task that is already running and lets go of it when it ends.
  ///
  /// - Returns: Whether `policy` admitted it; a refused task has been cancelled.
  @discardableResult
  package func add<Success: Sendable, Failure: Error>(
    _ task: Task<Success, Failure>,
    key: TaskKey? = nil,
    policy: DuplicatePolicy = .cancelExisting
  ) -> Bool {
    guard let id = begin(key, policy.rule) else {
      task.cancel()
      return false
    }
    work.attach(.call { task.cancel() }, to: id)
    // At the lowest priority: waiting for a task raises its priority to that of the waiter.
    ImmediateTask.start(priority: .background) { [work] in
      _ = await task.result
      work.end(id)
    }
    return true
  }

  package func cancel(_ key: TaskKey) {
    work.cancel(key)
  }

  package func cancelAll() {
    work.cancelAllWork()
  }

  /// Suspends until no registered work is left, cancelled work included.
  package func waitUntilIdle() async {
    await work.waitUntilIdle()
  }

  private func begin(_ key: TaskKey?, _ rule: ExecutionPolicy.Rule) -> RunningWork.ID? {
    work.begin(WorkRequest(parent: owner, key: key, rule: rule))
  }
}
