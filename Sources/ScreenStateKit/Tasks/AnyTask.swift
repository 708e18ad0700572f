/// A task whose result type has been erased.
public struct AnyTask: Sendable {
  /// Distinguishes tasks.
  public typealias Identifier = any Hashable & Sendable

  /// Distinguishes the task: its identifier in a bag, if it was stored under one.
  public let id: Identifier
  /// Cancels the task, or drops it if it has not begun; one that has ended is left alone.
  public let cancel: @Sendable () -> Void
  /// Waits for the end of the task and throws its error, if it has one.
  public let waitComplete: @Sendable () async throws -> Void
  private let readIsCancelled: @Sendable () -> Bool

  init<Success: Sendable, Failure: Error>(
    _ task: Task<Success, Failure>,
    id: some Hashable & Sendable
  ) {
    self.id = id
    cancel = { task.cancel() }
    waitComplete = { _ = try await task.result.get() }
    readIsCancelled = { task.isCancelled }
  }

  init(
    id: some Hashable & Sendable,
    cancel: @escaping @Sendable () -> Void,
    waitComplete: @escaping @Sendable () async throws -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.id = id
    self.cancel = cancel
    self.waitComplete = waitComplete
    readIsCancelled = isCancelled
  }

  /// Whether the task was cancelled or dropped.
  public var isCancelled: Bool { readIsCancelled() }
}
