import StateCore

/// Holds running effects by their ids.
///
/// Two stores that share one share its ids.
@MainActor
public final class TaskManager {
  private let registry = TaskRegistry()
  var work: RunningWork { registry.work }

  /// Makes a manager without effects.
  public init() {}

  /// The number of running effects.
  ///
  /// Of a composition each part counts that runs, and the composition itself while none does. An effect
  /// that a policy makes wait is not running.
  public var runningTaskCount: Int { work.runningCount }

  /// Whether an effect runs under an id; one that a policy makes wait is not running.
  public func isTaskRunning<ID: TaskID>(id: ID) -> Bool {
    registry.contains(TaskKey(id))
  }

  /// Cancels the effects that run or wait under an id; an unknown id is ignored.
  public func cancelTask<ID: TaskID>(id: ID) {
    registry.cancel(TaskKey(id))
  }

  /// Cancels all effects, running or waiting, of all stores that use the manager; handlers go on.
  public func cancelAllTasks() {
    registry.cancelAll()
  }

  /// Cancels the effects of several ids; unknown ids are ignored.
  public func cancelTasks<ID: TaskID>(ids: [ID]) {
    for id in ids { cancelTask(id: id) }
  }

  /// Runs `operation` under `id`, in place of whatever runs under it.
  ///
  /// An error reaches `onError`, unless it is the `CancellationError` of a task that was cancelled.
  /// When the returned task ends, the id is free again. An operation that was replaced or cancelled
  /// before it began does not run.
  @discardableResult
  public func executeTask(
    id: String,
    name: String? = nil,
    operation: @escaping @MainActor () async throws -> Void,
    onError: (@MainActor (any Error) async -> Void)?,
    priority: TaskPriority? = nil
  ) -> Task<Void, Never> {
    registry.run(TaskKey(id), name: name, priority: priority) {
      do {
        try await operation()
      } catch {
        if !isCancellation(error) { await onError?(error) }
      }
    }
  }
}
