import StateEngine

/// Holds tasks in order to cancel them: by identifier, all together, or when the bag goes away.
///
/// A task is in the bag when `store(in:)` returns, so that any later cancel reaches it. Completed
/// tasks leave by themselves. Stored tasks do not keep the bag alive.
public actor CancelBag {
  /// What happens when a task is stored under an identifier that is in use.
  public enum DuplicatePolicy: Int8, Sendable {
    /// The older task is cancelled.
    case cancelExisting
    /// The newer task is cancelled.
    case cancelNew

    var enginePolicy: StateEngine.DuplicatePolicy {
      switch self {
      case .cancelExisting: .cancelExisting
      case .cancelNew: .cancelNew
      }
    }
  }

  public nonisolated let policy: DuplicatePolicy
  package nonisolated let registry = TaskRegistry()

  public init(onDuplicate policy: DuplicatePolicy = .cancelExisting) {
    self.policy = policy
  }

  public var isEmpty: Bool { registry.isEmpty }

  /// The number of tasks that run and have not been cancelled through the bag.
  public var count: Int { registry.count }

  public func cancelAll() {
    registry.cancelAll()
  }

  public func cancel(forIdentifier identifier: some Hashable & Sendable) {
    registry.cancel(TaskKey(identifier))
  }

  /// Cancels all tasks, before it returns, from any context; for a `deinit`, say.
  public nonisolated func cancelAllInTask() {
    registry.cancelAll()
  }
}
