import StateCore

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
  /// While time travel shows the past, the change is one of the present.
  @MainActor
  package static func withUpdate(of state: @autoclosure () -> AnyObject, _ change: () -> Void) {
    guard EventCenter.isObserved else { return change() }
    TimeTravel.showPresent(of: state())
    let cause = now
    with(cause == .outside ? .update(nil) : cause, change)
  }

  /// Runs code of a recorded action or effect, or starts its task; the tasks that it starts have the cause, too.
  package static func withTask<Result>(_ cause: EventCause, _ body: () -> Result) -> Result {
    let isOnMainActor = MainThread.isCurrent
    let outer = isOnMainActor ? MainActor.assumeIsolated { begin() } : nil
    return $ofTask.withValue(cause) {
      defer { if isOnMainActor { MainActor.assumeIsolated { end(outer) } } }
      return CauseContexts.run(cause, body)
    }
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

  /// Runs code whose changes have a cause; they have been made when it returns.
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
    // What was changed before has another cause.
    UnobservedFields.report()
    return Frame.enter()
  }

  @MainActor
  private static func end(_ frame: Frame?) {
    UnobservedFields.report()
    Frame.leave(frame)
  }
}
