import StateTesting
import ViewFeature

/// Middleware that writes its calls into a log, and throws in given phases.
struct RecordingMiddleware: ActionMiddleware {
  enum Phase: Sendable {
    case before
    case after
    case error
  }

  var name = "recorder"
  var suspends = false
  var failing: [Phase] = []
  let log: LockIsolated<[String]>

  var id: String { name }

  func beforeAction<Action, State>(_ action: Action, state: State) async throws {
    try await note("before \(action)", in: .before)
  }

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    try await note("after \(action)", in: .after)
  }

  func onError<Action, State>(_ error: any Error, action: Action, state: State) async throws {
    try await note("\(error) in \(action)", in: .error)
  }

  private func note(_ text: String, in phase: Phase) async throws {
    if suspends { await Task.yield() }
    log.withValue { $0.append("\(name): \(text)") }
    if failing.contains(phase) { throw TestError("\(name) failed") }
  }
}

/// The same middleware without suspensions.
struct SynchronousRecordingMiddleware: SynchronousActionMiddleware {
  var name = "recorder"
  var failing: [RecordingMiddleware.Phase] = []
  let log: LockIsolated<[String]>

  var id: String { name }

  func beforeAction<Action, State>(_ action: Action, state: State) throws {
    try note("before \(action)", in: .before)
  }

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    try note("after \(action)", in: .after)
  }

  func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {
    try note("\(error) in \(action)", in: .error)
  }

  private func note(_ text: String, in phase: RecordingMiddleware.Phase) throws {
    log.withValue { $0.append("\(name): \(text)") }
    if failing.contains(phase) { throw TestError("\(name) failed") }
  }
}
