/// An owner of running tasks.
///
/// It registers tasks synchronously, cancels them by key or all at once, and cancels the remaining ones when it is
/// deallocated.
///
/// A cancel reaches a task as soon as the call that registers it returns. Tasks don't retain their registry.
package final class TaskRegistry: Sendable {
  package let work = RunningWork()
  package let owner: RunningWork.ID

  package init() {
    owner = work.insertOwner()
  }

  deinit {
    cancelAll()
  }

  /// The number of tasks that are running and weren't cancelled.
  package var count: Int { work.liveCount }
  package var isEmpty: Bool { count == 0 }
  package var keys: [TaskKey] { work.keys }

  package func contains(_ key: TaskKey) -> Bool {
    work.isRunning(key)
  }

  /// Starts `operation` in a new task and registers it before the task can run.
  ///
  /// An operation that is cancelled before it begins doesn't run.
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

  /// Registers a task that is already running, and releases it when it ends.
  ///
  /// - Returns: The task's entry, or `nil` if `policy` refuses the task, which is then cancelled. The entry may end later
  ///   than the task, unless the task ends it.
  @discardableResult
  package func add<Success: Sendable, Failure: Error>(
    _ task: Task<Success, Failure>,
    key: TaskKey? = nil,
    policy: DuplicatePolicy = .cancelExisting
  ) -> RunningWork.ID? {
    guard let id = begin(key, policy.rule) else {
      task.cancel()
      return nil
    }
    work.attach(.call { task.cancel() }, to: id)
    // This uses the lowest priority, because waiting for a task raises its priority to that of the waiter.
    ImmediateTask.start(priority: .background) { [work] in
      _ = await task.result
      work.end(id)
    }
    return id
  }

  package func cancel(_ key: TaskKey) {
    work.cancel(key)
  }

  package func cancelAll() {
    work.cancelAllWork()
  }

  /// Suspends until all registered work has ended, including cancelled work.
  package func waitUntilIdle() async {
    await work.waitUntilIdle()
  }

  private func begin(_ key: TaskKey?, _ rule: ExecutionPolicy.Rule) -> RunningWork.ID? {
    work.begin(WorkRequest(parent: owner, key: key, rule: rule))
  }
}
