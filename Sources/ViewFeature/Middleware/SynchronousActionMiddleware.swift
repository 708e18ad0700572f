public import Foundation

/// Middleware that never suspends, so that a handler that does not suspend either still runs inside
/// `send`.
///
/// Each requirement has a default that does nothing.
@MainActor
public protocol SynchronousActionMiddleware: ActionMiddleware {
  /// Runs before the handler, which does not run if this throws.
  func beforeAction<Action, State>(_ action: Action, state: State) throws
  /// Runs after the handler, which took `duration` seconds.
  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws
  /// Is told of errors, of middleware, of the handler and of effects without a `catch`.
  ///
  /// An error that it throws is logged.
  func onError<Action, State>(_ error: any Error, action: Action, state: State) throws

  /// By default does nothing; `beforeAction(_:state:)` calls it by default.
  func beforeAction<Action, State>(action: Action, state: State) throws
  /// By default does nothing; `afterAction(_:state:result:duration:)` calls it by default.
  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws
  /// By default does nothing; `onError(_:action:state:)` calls it by default.
  func onError<Action, State>(error: any Error, action: Action, state: State) throws
}

extension SynchronousActionMiddleware {
  /// Calls `beforeAction(action:state:)`.
  public func beforeAction<Action, State>(_ action: Action, state: State) throws {
    try beforeAction(action: action, state: state)
  }

  /// Calls `afterAction(action:state:result:duration:)`.
  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    try afterAction(action: action, state: state, result: result, duration: duration)
  }

  /// Calls `onError(error:action:state:)`.
  public func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {
    try onError(error: error, action: action, state: state)
  }

  /// Does nothing.
  public func beforeAction<Action, State>(action: Action, state: State) throws {}

  /// Does nothing.
  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {}

  /// Does nothing.
  public func onError<Action, State>(error: any Error, action: Action, state: State) throws {}
}
