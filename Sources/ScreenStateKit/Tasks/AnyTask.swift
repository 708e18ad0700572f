/// A type-erased task.
public struct AnyTask: Sendable {
  /// The type of the identity of tasks.
  public typealias Identifier = any Hashable & Sendable

  /// The identity of the task: its identifier in a bag, if it was stored under one.
  public let id: Identifier
  private let cancelTask: @Sendable () -> Void
  private let waitForTask: @Sendable () async throws -> Void
  /// Called before a wait; it throws to refuse the wait.
  private let beginWait: @Sendable () throws -> Void
  private let readIsCancelled: @Sendable () -> Bool

  init<Success: Sendable, Failure: Error>(
    _ task: Task<Success, Failure>,
    id: some Hashable & Sendable
  ) {
    self.init(
      id: id,
      cancel: { task.cancel() },
      waitComplete: { _ = try await task.result.get() },
      isCancelled: { task.isCancelled }
    )
  }

  init(
    id: some Hashable & Sendable,
    cancel: @escaping @Sendable () -> Void,
    beginWait: @escaping @Sendable () throws -> Void = {},
    waitComplete: @escaping @Sendable () async throws -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.id = id
    cancelTask = cancel
    self.beginWait = beginWait
    waitForTask = waitComplete
    readIsCancelled = isCancelled
  }

  /// Cancels the task, or drops it if it has not begun; does nothing if it has ended.
  public func cancel() {
    cancelTask()
  }

  /// Waits for the end of the task and throws its error, if it has one.
  public var value: Void {
    get async throws {
      // Nothing may follow the wait here: optimized code would no longer run on the caller's actor.
      try beginWait()
      try await waitForTask()
    }
  }

  /// Waits for the end of the task, as `value` does.
  public func waitComplete() async throws {
    try beginWait()
    try await waitForTask()
  }

  /// Whether the task was cancelled or dropped.
  public var isCancelled: Bool { readIsCancelled() }
}
