/// A task whose result type has been erased.
public struct AnyTask: Sendable {
  public let id: any Hashable & Sendable
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

  public var isCancelled: Bool { readIsCancelled() }
}
