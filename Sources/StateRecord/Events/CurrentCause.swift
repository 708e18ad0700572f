import StateCore

/// The reason for the changes that are made now.
package enum CurrentCause {
  /// The cause of the innermost code that the toolkit runs on the main actor without suspending.
  @MainActor private static var running: EventCause?
  /// The effect or the asynchronous handler that a task belongs to.
  @TaskLocal package static var ofTask: EventCause?

  @MainActor package static var now: EventCause { running ?? ofTask ?? .outside }

  /// The cause of changes that the caller makes, in any context.
  package static var ofCaller: EventCause {
    MainThread.isCurrent ? MainActor.assumeIsolated { now } : ofTask ?? .outside
  }

  /// Runs a change of a state that is made through the toolkit and has no more specific cause.
  ///
  /// During time travel, the change applies to the current state.
  @MainActor
  static func withUpdate(of state: AnyObject, _ change: () -> Void) {
    TimeTravel.showPresent(of: state)
    let cause = now
    with(cause == .outside ? .update(nil) : cause, change)
  }

  /// Returns a function that makes later changes with the current cause.
  @MainActor
  static func kept() -> @MainActor (_ change: () -> Void) -> Void {
    let cause = now
    return { with(cause, $0) }
  }

  /// Runs code of a recorded action or effect, or starts its task.
  ///
  /// Tasks that the code starts inherit the cause.
  package static func withTask<Result>(_ cause: EventCause, _ body: () -> Result) -> Result {
    let isOnMainActor = MainThread.isCurrent
    let outer = isOnMainActor ? MainActor.assumeIsolated { begin() } : nil
    return $ofTask.withValue(cause) {
      defer { if isOnMainActor { MainActor.assumeIsolated { end(outer) } } }
      return CauseContexts.run(cause, body)
    }
  }

  /// Runs code of a recorded action or effect in a task that ran other code before.
  package static func withTask<Result: Sendable>(
    _ cause: EventCause,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(cause) {
      try await CauseContexts.run(cause, isolation: isolation, body)
    }
  }

  /// Runs code whose changes have the given cause.
  ///
  /// The changes are complete when this returns.
  @MainActor
  package static func with<Result, Failure: Error>(
    _ cause: EventCause,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let frame = begin()
    let outer = running
    running = cause
    defer {
      end(frame)
      running = outer
    }
    return try body()
  }

  @MainActor
  private static func begin() -> Frame? {
    // Earlier changes have another cause.
    UnobservedFields.report()
    return Frame.enter()
  }

  @MainActor
  private static func end(_ frame: Frame?) {
    UnobservedFields.report()
    Frame.leave(frame)
  }
}
