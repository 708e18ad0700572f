/// The reason for the changes that are made now.
package enum CurrentCause {
  /// Code that the toolkit runs on the main actor without suspending, the innermost one.
  @MainActor private static var running: EventCause?
  /// The effect or the asynchronous handler that a task belongs to.
  @TaskLocal package static var ofTask: EventCause?

  @MainActor package static var now: EventCause { running ?? ofTask ?? .outside }

  /// The cause of what a caller in any context does.
  package static var ofCaller: EventCause {
    MainThread.isCurrent ? MainActor.assumeIsolated { now } : ofTask ?? .outside
  }

  /// Runs a change of a state that somebody makes through the toolkit, of which it has no other cause.
  ///
  /// The changes are reported before this returns.
  @MainActor
  package static func withUpdate(_ change: () -> Void) {
    guard EventCenter.isObserved else { return change() }
    // Fields that no observer hears of: their earlier changes have another cause.
    if running == nil { with(.outside) { PendingChanges.commit() } }
    let cause = now
    with(cause == .outside ? .update(nil) : cause) {
      change()
      PendingChanges.commit()
    }
  }

  /// Runs code of a recorded action or effect, or starts its task; the tasks that it starts have the cause, too.
  package static func withTask<Result>(_ cause: EventCause, _ body: () -> Result) -> Result {
    $ofTask.withValue(cause) { CauseContexts.run(cause, body) }
  }

  /// Runs code of a recorded action or effect in a task that has run another code before.
  package static func withTask<Result: Sendable>(
    _ cause: EventCause,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(cause) {
      try await CauseContexts.run(cause, isolation: isolation, body)
    }
  }

  /// Runs code whose changes have a cause.
  @MainActor
  package static func with<Result, Failure: Error>(
    _ cause: EventCause,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = running
    running = cause
    defer { running = outer }
    return try body()
  }
}
