import StateCore

/// A type that gives the code of recorded actions and effects its own task-local values.
package protocol CauseContext: AnyObject, Sendable {
  /// Notes that a store received an action, in the sender's context. The event follows, possibly on another thread.
  func begin(_ action: ActionID, _ received: ReceivedAction, of feature: any Any.Type)
  /// Runs the code of an action or an effect, or starts the task that does.
  func run<Result>(_ cause: EventCause, _ body: () -> Result) -> Result
  /// Runs the code of an action or an effect in a task that ran other code before.
  func run<Result: Sendable>(
    _ cause: EventCause,
    isolation: isolated (any Actor)?,
    _ body: () async throws -> Result
  ) async rethrows -> Result
}

/// All attached contexts.
///
/// Only recorded stores use them.
package enum CauseContexts {
  private static let all = Locked<[any CauseContext]>([])

  package static func attach(_ context: any CauseContext) {
    all.withLock { $0.append(context) }
  }

  package static func detach(_ context: any CauseContext) {
    all.withLock { $0.removeAll { $0 === context } }
  }

  package static func begin(
    _ action: ActionID,
    _ received: ReceivedAction,
    of feature: any Any.Type
  ) {
    for context in all.withLock({ $0 }) { context.begin(action, received, of: feature) }
  }

  static func run<Result>(_ cause: EventCause, _ body: () -> Result) -> Result {
    run(in: all.withLock { $0 }[...], cause, body)
  }

  static func run<Result: Sendable>(
    _ cause: EventCause,
    isolation: isolated (any Actor)?,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await run(in: all.withLock { $0 }[...], cause, isolation: isolation, body)
  }

  private static func run<Result>(
    in contexts: ArraySlice<any CauseContext>,
    _ cause: EventCause,
    _ body: () -> Result
  ) -> Result {
    guard let first = contexts.first else { return body() }
    return first.run(cause) { run(in: contexts.dropFirst(), cause, body) }
  }

  private static func run<Result: Sendable>(
    in contexts: ArraySlice<any CauseContext>,
    _ cause: EventCause,
    isolation: isolated (any Actor)?,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let first = contexts.first else { return try await body() }
    return try await first.run(cause, isolation: isolation) {
      try await run(in: contexts.dropFirst(), cause, isolation: isolation, body)
    }
  }
}
