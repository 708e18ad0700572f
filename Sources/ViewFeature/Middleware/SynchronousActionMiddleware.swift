public import Foundation

/// Middleware that never suspends, so that a handler that does not suspend either still runs inside
/// `send`.
///
/// Each requirement has a default that does nothing.
@MainActor
public protocol SynchronousActionMiddleware: ActionMiddleware {
  func beforeAction<Action, State>(_ action: Action, state: State) throws
  /// Runs after the handler, which took `duration` seconds.
  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws
  func onError<Action, State>(_ error: any Error, action: Action, state: State) throws

  /// By default the forms above call these, which do nothing.
  func beforeAction<Action, State>(action: Action, state: State) throws
  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws
  func onError<Action, State>(error: any Error, action: Action, state: State) throws
}

extension SynchronousActionMiddleware {
  public func beforeAction<Action, State>(_ action: Action, state: State) throws {
    try beforeAction(action: action, state: state)
  }

  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    try afterAction(action: action, state: state, result: result, duration: duration)
  }

  public func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {
    try onError(error: error, action: action, state: state)
  }

  public func beforeAction<Action, State>(action: Action, state: State) throws {}

  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {}

  public func onError<Action, State>(error: any Error, action: Action, state: State) throws {}
}
