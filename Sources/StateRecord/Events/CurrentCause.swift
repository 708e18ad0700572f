import StateCore

/// The reason for the changes that are made now.
package enum CurrentCause {
  /// The cause of the innermost code that the toolkit runs on the main actor without suspending.
  @MainActor private static var running: EventCause?
  /// The effect or the asynchronous handler that a task belongs to.
  @TaskLocal package static var ofTask: EventCause?

  /// The mark of the changes and actions of a task.
  @TaskLocal package static var markOfTask: ChangeMark?
  /// The mark of the innermost code that runs without suspending and has its own mark, which may be none.
  @MainActor private static var runningMark: ChangeMark??
  /// The turn of the change on whose behalf code runs now; `nil` for other code.
  @MainActor private static var turn: Int?

  @MainActor package static var mark: ChangeMark? {
    if let runningMark { return runningMark }
    if let markOfTask { return markOfTask }
    switch running {
    case nil, .update, .outside: return isOfUnknownWork ? .observation : nil
    default: return nil
    }
  }

  /// Whether the task is that of work of a recorded store that has no known action: it has begun before the recording,
  /// or belongs to the life cycle of a screen.
  private static var isOfUnknownWork: Bool {
    if ofTask != nil { return false }
    if let run = CurrentWork.action { return run.isOfRecordedStore }
    guard MainThread.isCurrent, let run = StoreContexts.current?.run else { return false }
    return MainActor.assumeIsolated {
      run.sender.map { !StoreRecording.stores($0.store).isEmpty } ?? false
    }
  }

  /// The mark of actions that the caller sends, in any context.
  static var markOfCaller: ChangeMark? {
    if MainThread.isCurrent { return MainActor.assumeIsolated { mark } }
    return markOfTask ?? (isOfUnknownWork ? .observation : nil)
  }

  /// The turn of the change on whose behalf the caller runs, in any context.
  static var turnOfCaller: Int? {
    MainThread.isCurrent ? MainActor.assumeIsolated { turn } : nil
  }

  /// The cause of the innermost code that runs on the main actor without suspending, if the toolkit runs any.
  @MainActor package static var ofRunning: EventCause? { running }

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

  /// Runs the change that an observed sequence makes with an element.
  @MainActor
  static func withElement(of state: AnyObject, _ change: () -> Void) {
    withMark(.observation) { withUpdate(of: state, change) }
  }

  /// Runs the handler of an effect's cancellation.
  @MainActor
  package static func withCancellation(_ handler: () -> Void) {
    withMark(.cancellation, handler)
  }

  /// Makes a change of content, which the user doesn't edit.
  @MainActor
  static func withContent(_ cause: EventCause, _ change: () -> Void) {
    withMark(.observation) { with(cause, change) }
  }

  @MainActor
  private static func withMark<Result>(_ mark: ChangeMark?, _ body: () -> Result) -> Result {
    let outer = runningMark
    runningMark = .some(mark)
    defer { runningMark = outer }
    return body()
  }

  /// Returns a function that runs code later with the current cause and mark.
  @MainActor
  package static func kept() -> @MainActor (_ body: () -> Void) -> Void {
    kept(mark: mark)
  }

  /// Returns a function that later writes content, which the user doesn't edit, with the current cause.
  @MainActor
  static func keptForContent() -> @MainActor (_ write: () -> Void) -> Void {
    kept(mark: .observation)
  }

  @MainActor
  private static func kept(mark: ChangeMark?) -> @MainActor (_ body: () -> Void) -> Void {
    let (cause, turn) = (now, Frame.turnNumber)
    return { body in
      let outer = Self.turn
      Self.turn = turn
      defer { Self.turn = outer }
      withMark(mark) { with(cause, body) }
    }
  }

  /// Runs code of a recorded action or effect, or starts its task.
  ///
  /// Tasks that the code starts inherit the cause, but no mark: that of the action is known.
  package static func withTask<Result>(_ cause: EventCause, _ body: () -> Result) -> Result {
    let isOnMainActor = MainThread.isCurrent
    let outer = isOnMainActor ? MainActor.assumeIsolated { (begin(), beginUnmarked()) } : nil
    return $ofTask.withValue(cause) {
      defer {
        if let outer {
          MainActor.assumeIsolated {
            end(outer.0)
            runningMark = outer.1
          }
        }
      }
      if markOfTask == nil { return CauseContexts.run(cause, body) }
      return $markOfTask.withValue(nil) { CauseContexts.run(cause, body) }
    }
  }

  @MainActor
  private static func beginUnmarked() -> ChangeMark?? {
    let outer = runningMark
    runningMark = nil
    return outer
  }

  /// Runs code of a recorded action or effect in a task that ran other code before.
  package static func withTask<Result: Sendable>(
    _ cause: EventCause,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(cause) {
      try await $markOfTask.withValue(nil) {
        try await CauseContexts.run(cause, isolation: isolation, body)
      }
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
