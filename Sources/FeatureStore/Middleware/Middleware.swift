public import Foundation

/// The base protocol of all middleware.
///
/// To become middleware, a type conforms to one or more of the refinements, whose requirements all have defaults.
@MainActor
public protocol BaseActionMiddleware: Sendable {
  /// The id of the middleware; by default, the name of the type.
  var id: String { get }
}

/// Middleware that runs before an action's handler, and that can throw to keep the handler from running.
@MainActor
public protocol BeforeActionMiddleware: BaseActionMiddleware {
  /// Runs before the handler; by default, calls `beforeAction(action:state:)`.
  func beforeAction<Action, State>(_ action: Action, state: State) async throws
  /// Runs before the handler; by default, does nothing.
  func beforeAction<Action, State>(action: Action, state: State) async throws
}

/// Middleware that runs after an action's handler, before the effect starts.
@MainActor
public protocol AfterActionMiddleware: BaseActionMiddleware {
  /// Runs after the handler, which took `duration` seconds.
  ///
  /// By default, it calls `afterAction(action:state:result:duration:)`.
  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws
  /// Runs after the handler; by default, does nothing.
  func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws
}

/// Middleware that receives errors of other middleware, of the handler, and of effects without a separate handler.
///
/// An error that it throws is logged.
@MainActor
public protocol ErrorHandlingMiddleware: BaseActionMiddleware {
  /// Receives an error; by default, calls `onError(error:action:state:)`.
  func onError<Action, State>(_ error: any Error, action: Action, state: State) async throws
  /// Receives an error; by default, does nothing.
  func onError<Action, State>(error: any Error, action: Action, state: State) async throws
}

/// Middleware for all three phases.
@MainActor
public protocol ActionMiddleware: BeforeActionMiddleware, AfterActionMiddleware,
  ErrorHandlingMiddleware
{}

extension BaseActionMiddleware {
  /// The name of the type.
  public var id: String { String(describing: Self.self) }
}

extension BeforeActionMiddleware {
  /// Calls `beforeAction(action:state:)`.
  public func beforeAction<Action, State>(_ action: Action, state: State) async throws {
    try await beforeAction(action: action, state: state)
  }

  /// Does nothing.
  public func beforeAction<Action, State>(action: Action, state: State) async throws {}
}

extension AfterActionMiddleware {
  /// Calls `afterAction(action:state:result:duration:)`.
  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    try await afterAction(action: action, state: state, result: result, duration: duration)
  }

  /// Does nothing.
  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {}
}

extension ErrorHandlingMiddleware {
  /// Calls `onError(error:action:state:)`.
  public func onError<Action, State>(
    _ error: any Error,
    action: Action,
    state: State
  ) async throws {
    try await onError(error: error, action: action, state: state)
  }

  /// Does nothing.
  public func onError<Action, State>(error: any Error, action: Action, state: State) async throws {}
}
