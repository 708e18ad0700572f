public import Foundation

/// Middleware that runs before an action's handler and never suspends.
///
/// If all middleware of a phase is synchronous, a handler that doesn't suspend runs inside `send`. A method that is
/// declared `async` doesn't satisfy the requirement.
@MainActor
public protocol SynchronousBeforeActionMiddleware: BeforeActionMiddleware {
  /// Runs before the handler, which doesn't run if this function throws.
  func beforeAction<Action, State>(_ action: Action, state: State) throws
}

/// Middleware that runs after an action's handler, before the effect starts, and never suspends.
///
/// If all middleware of a phase is synchronous, a handler that doesn't suspend runs inside `send`. A method that is
/// declared `async` doesn't satisfy the requirement.
@MainActor
public protocol SynchronousAfterActionMiddleware: AfterActionMiddleware {
  /// Runs after the handler, which took `duration` seconds.
  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws
}

/// Middleware that receives errors and never suspends.
///
/// The errors are those of other middleware, of the handler, and of effects without a separate handler. If all
/// middleware of a phase is synchronous, a handler that doesn't suspend runs inside `send`. A method that is declared
/// `async` doesn't satisfy the requirement.
@MainActor
public protocol SynchronousErrorHandlingMiddleware: ErrorHandlingMiddleware {
  /// Receives an error; an error that the function throws itself is logged.
  func onError<Action, State>(_ error: any Error, action: Action, state: State) throws
}

/// Middleware for all three phases that never suspends.
@MainActor
public protocol SynchronousActionMiddleware: ActionMiddleware, SynchronousBeforeActionMiddleware,
  SynchronousAfterActionMiddleware, SynchronousErrorHandlingMiddleware
{}

// Asynchronous code that knows the concrete type prefers an asynchronous method to a synchronous one of the same name.
// Without these overloads, it would choose the defaults of the phases, which do nothing.

extension SynchronousBeforeActionMiddleware {
  private func runBeforeAction<Action, State>(_ action: Action, _ state: State) throws {
    try beforeAction(action, state: state)
  }

  /// Calls the synchronous method of the same name.
  public func beforeAction<Action, State>(_ action: Action, state: State) async throws {
    try runBeforeAction(action, state)
  }

  /// Calls the synchronous `beforeAction(_:state:)`.
  public func beforeAction<Action, State>(action: Action, state: State) async throws {
    try runBeforeAction(action, state)
  }
}

extension SynchronousAfterActionMiddleware {
  private func runAfterAction<Action, State>(
    _ action: Action,
    _ state: State,
    _ result: ActionTask<Action, State>,
    _ duration: TimeInterval
  ) throws {
    try afterAction(action, state: state, result: result, duration: duration)
  }

  /// Calls the synchronous method of the same name.
  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    try runAfterAction(action, state, result, duration)
  }

  /// Calls the synchronous `afterAction(_:state:result:duration:)`.
  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    try runAfterAction(action, state, result, duration)
  }
}

extension SynchronousErrorHandlingMiddleware {
  private func runOnError<Action, State>(
    _ error: any Error,
    _ action: Action,
    _ state: State
  ) throws {
    try onError(error, action: action, state: state)
  }

  /// Calls the synchronous method of the same name.
  public func onError<Action, State>(
    _ error: any Error,
    action: Action,
    state: State
  ) async throws {
    try runOnError(error, action, state)
  }

  /// Calls the synchronous `onError(_:action:state:)`.
  public func onError<Action, State>(
    error: any Error,
    action: Action,
    state: State
  ) async throws {
    try runOnError(error, action, state)
  }
}
