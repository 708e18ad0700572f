import StateCore

extension TaskManager {
  /// Cancels the effects of several ids; unknown ids are ignored.
  public func cancelTasks<ID: TaskID>(ids: [ID]) {
    for id in ids { cancelTask(id: id) }
  }

  /// Runs `operation` under `id`, replacing any work that runs under it.
  ///
  /// `onError` receives errors, except for the `CancellationError` of a cancelled task. When the returned task ends,
  /// the id is free again. An operation that was replaced or cancelled before it began doesn't run.
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
