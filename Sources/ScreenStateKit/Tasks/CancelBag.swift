import StateCore

/// Holds tasks in order to cancel them: by identifier, all together, or when the bag goes away.
///
/// A task is in the bag when `store(in:)` returns, so that any later cancel reaches it. Completed
/// tasks leave by themselves. Stored tasks do not keep the bag alive.
public actor CancelBag {
  /// The rule for a task that is stored under an identifier in use.
  public enum DuplicatePolicy: Int8, Sendable {
    /// The older task is cancelled.
    case cancelExisting
    /// The newer task is cancelled.
    case cancelNew

    var enginePolicy: StateCore.DuplicatePolicy {
      switch self {
      case .cancelExisting: .cancelExisting
      case .cancelNew: .cancelNew
      }
    }
  }

  /// The rule for a task that is stored under an identifier in use.
  public nonisolated let policy: DuplicatePolicy
  package nonisolated let registry = TaskRegistry()

  /// Makes an empty bag.
  public init(onDuplicate policy: DuplicatePolicy = .cancelExisting) {
    self.policy = policy
  }

  /// Whether no task runs that has not been cancelled through the bag.
  public var isEmpty: Bool { registry.isEmpty }

  /// The number of tasks that run and have not been cancelled through the bag.
  public var count: Int { registry.count }

  /// Cancels all tasks and lets go of them.
  public func cancelAll() {
    registry.cancelAll()
  }

  /// Cancels the task of an identifier; an unknown one is ignored.
  public func cancel(forIdentifier identifier: some Hashable & Sendable) {
    registry.cancel(TaskKey(identifier))
  }

  /// Cancels all tasks, before it returns, from any context; for a `deinit`, say.
  public nonisolated func cancelAllInTask() {
    registry.cancelAll()
  }
}
