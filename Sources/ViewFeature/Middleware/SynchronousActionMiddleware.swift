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
}

extension SynchronousActionMiddleware {
  public func beforeAction<Action, State>(_ action: Action, state: State) throws {}

  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {}

  public func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {}
}
