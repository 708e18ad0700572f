import StateCore

/// A container that cancels its tasks by identifier, all together, or when it is deallocated.
///
/// A task is in the bag when `store(in:)` returns, so any later cancel reaches it. The bag removes tasks when they
/// complete. Stored tasks don't keep the bag alive.
public actor CancelBag {
  /// The rule for a task that is stored under an identifier in use.
  public enum DuplicatePolicy: Int8, Sendable {
    /// Cancels the older task.
    case cancelExisting
    /// Cancels the newer task.
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

  /// Creates an empty bag.
  public init(onDuplicate policy: DuplicatePolicy = .cancelExisting) {
    self.policy = policy
  }

  /// Whether the bag has no running tasks, apart from those cancelled through the bag.
  public var isEmpty: Bool { registry.isEmpty }

  /// The number of running tasks, apart from those cancelled through the bag.
  public var count: Int { registry.count }

  /// Cancels and releases all tasks.
  public func cancelAll() {
    registry.cancelAll()
  }

  /// Cancels the task of an identifier; an unknown identifier is ignored.
  public func cancel(forIdentifier identifier: some Hashable & Sendable) {
    registry.cancel(TaskKey(identifier))
  }

  /// Cancels all tasks before it returns; call it from any context, such as a `deinit`.
  public nonisolated func cancelAllInTask() {
    registry.cancelAll()
  }
}
