/// The only place where the toolkit starts tasks.
///
/// `start` and `enqueue` inherit the same context as `Task`: the isolation (that of an actor if the operation captures
/// it), the priority, and the task-local values. The detached variants inherit nothing. Use them for work that the
/// context didn't request.
@usableFromInline
package enum ImmediateTask {
  /// Starts a task that runs immediately up to its first suspension, if the system supports that (Linux, iOS 26, macOS
  /// 26).
  ///
  /// On other systems, the task is enqueued.
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

  /// Starts a task that runs after the caller releases its executor.
  @inlinable
  @discardableResult
  package static func enqueue<Success: Sendable>(
    name: String? = nil,
    priority: TaskPriority? = nil,
    @_inheritActorContext operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    Task(name: name, priority: priority, operation: operation)
  }

  /// Starts a task like `enqueue`, with the raw value of its priority.
  ///
  /// Without a priority, no `TaskPriority` is copied, whose size isn't known at compile time.
  @inlinable
  @discardableResult
  package static func enqueue<Success: Sendable>(
    name: String?,
    rawPriority: TaskPriority.RawValue?,
    @_inheritActorContext operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    guard let rawPriority else { return Task(name: name, operation: operation) }
    return Task(name: name, priority: TaskPriority(rawValue: rawPriority), operation: operation)
  }

  /// Starts a task like `start`, but without the context's isolation, priority, and task-local values.
  ///
  /// It runs immediately only if its own isolation allows it.
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

  /// Enqueues a task like `enqueue`, but without the context's isolation, priority, and task-local values.
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
