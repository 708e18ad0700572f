/// The one place where the toolkit starts tasks.
///
/// As with `Task`, the operation has the isolation of its context, that of an actor if it captures it.
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
    if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
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
}
