import StateEngine

/// Holds running effects by their ids.
///
/// Two stores that share one share its ids.
@MainActor
public final class TaskManager {
  let registry = TaskRegistry()

  /// Makes a manager without effects.
  public init() {}

  deinit {
    registry.cancelAll()
  }

  /// The number of running effects; of a composition each part counts.
  public var runningTaskCount: Int { registry.countedCount }

  /// Whether an effect runs under an id.
  public func isTaskRunning<ID: TaskID>(id: ID) -> Bool {
    registry.contains(TaskKey(id))
  }

  /// Cancels the effects of an id; an unknown id is ignored.
  public func cancelTask<ID: TaskID>(id: ID) {
    registry.cancel(TaskKey(id))
  }

  /// Cancels all effects.
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
  /// When the returned task ends, the id is free again.
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
