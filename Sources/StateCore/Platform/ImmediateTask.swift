/// The one place where the toolkit starts tasks.
///
/// `start` and `enqueue` inherit as `Task` does: the isolation of the context, that of an actor if the
/// operation captures it, priority and task-local values. The forms that are detached inherit nothing:
/// they are for work that the context did not ask for.
@usableFromInline
package enum ImmediateTask {
  /// Starts a task that runs at once, up to its first suspension, where the system can do that
  /// (Linux, iOS 26, macOS 26), and that is enqueued elsewhere.
  @inlinable
  @discardableResult
  package static func start<Success: Sendable>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    @_inheritActorContext operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    if NewerSystems.areUsed, #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate(name: name, priority: priority, operation: operation)
    } else {
      Task(name: name, priority: priority, operation: operation)
    }
  }

  /// Starts a task that runs after the caller has given up its executor.
  @inlinable
  @discardableResult
  package static func enqueue<Success: Sendable>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    @_inheritActorContext operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    Task(name: name, priority: priority, operation: operation)
  }

  /// Starts a task as `start` does, without the context's isolation, priority and task-local values.
  ///
  /// It runs at once only where its own isolation allows it.
  @inlinable
  @discardableResult
  package static func startDetached<Success: Sendable>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    if NewerSystems.areUsed, #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediateDetached(name: name, priority: priority, operation: operation)
    } else {
      Task.detached(name: name, priority: priority, operation: operation)
    }
  }

  /// Enqueues a task as `enqueue` does, without the context's isolation, priority and task-local
  /// values.
  @inlinable
  @discardableResult
  package static func detached<Success: Sendable>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    Task.detached(name: name, priority: priority, operation: operation)
  }
}
