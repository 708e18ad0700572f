public import Foundation

/// The base protocol of middleware for one feature, whose action and state types it therefore knows.
///
/// To become middleware, a type conforms to one or more of the refinements. Such middleware never suspends, so a
/// handler that doesn't suspend either still runs inside `send`. A method that is declared `async` doesn't satisfy a
/// requirement.
@MainActor
public protocol BaseFeatureMiddleware<Action, State>: Sendable {
  /// The actions of the middleware's feature.
  associatedtype Action
  /// The state of the middleware's feature.
  associatedtype State

  /// The id of the middleware; by default, the name of the type.
  var id: String { get }
}

/// Middleware for one feature that runs before the handler.
@MainActor
public protocol BeforeFeatureMiddleware<Action, State>: BaseFeatureMiddleware {
  // Redeclared, so that the compiler infers them from the method.
  /// The actions of the middleware's feature.
  associatedtype Action
  /// The state of the middleware's feature.
  associatedtype State

  /// Runs before the handler, which doesn't run if this function throws.
  func beforeAction(_ action: Action, state: State) throws
}

/// Middleware for one feature that runs after the handler.
@MainActor
public protocol AfterFeatureMiddleware<Action, State>: BaseFeatureMiddleware {
  // Redeclared, so that the compiler infers them from the method.
  /// The actions of the middleware's feature.
  associatedtype Action
  /// The state of the middleware's feature.
  associatedtype State

  /// Runs after the handler, which took `duration` seconds, and before the effect starts.
  func afterAction(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws
}

/// Middleware for one feature that receives the errors of middleware, of the handler, and of effects without a `catch`.
@MainActor
public protocol ErrorHandlingFeatureMiddleware<Action, State>: BaseFeatureMiddleware {
  // Redeclared, so that the compiler infers them from the method.
  /// The actions of the middleware's feature.
  associatedtype Action
  /// The state of the middleware's feature.
  associatedtype State

  /// Receives an error; an error that the function throws itself is logged.
  func onError(_ error: any Error, action: Action, state: State) throws
}

/// Middleware for one feature in all three phases.
@MainActor
public protocol FeatureMiddleware<Action, State>: BeforeFeatureMiddleware, AfterFeatureMiddleware,
  ErrorHandlingFeatureMiddleware
{}

extension BaseFeatureMiddleware {
  /// The name of the type.
  public var id: String { String(describing: Self.self) }
}

extension ActionHandler {
  /// Adds middleware that was written for this feature.
  ///
  /// It runs together with the other middleware, in the order in which they were added.
  public func use(
    _ middleware: some BaseFeatureMiddleware<Action, State>
  ) -> ActionHandler<Action, State> {
    var handler = self
    if let middleware = middleware as? any BeforeFeatureMiddleware<Action, State> {
      handler = handler.use(ErasedBeforeMiddleware(middleware: middleware))
    }
    if let middleware = middleware as? any AfterFeatureMiddleware<Action, State> {
      handler = handler.use(ErasedAfterMiddleware(middleware: middleware))
    }
    if let middleware = middleware as? any ErrorHandlingFeatureMiddleware<Action, State> {
      handler = handler.use(ErasedErrorMiddleware(middleware: middleware))
    }
    return handler
  }
}

// Wrappers for a feature's middleware in a list of middleware for any feature, one type for each phase.

private struct ErasedBeforeMiddleware<A, S>: SynchronousBeforeActionMiddleware {
  let middleware: any BeforeFeatureMiddleware<A, S>

  var id: String { middleware.id }

  func beforeAction<Action, State>(_ action: Action, state: State) throws {
    guard let action = action as? A, let state = state as? S else { return }
    try middleware.beforeAction(action, state: state)
  }
}

private struct ErasedAfterMiddleware<A, S>: SynchronousAfterActionMiddleware {
  let middleware: any AfterFeatureMiddleware<A, S>

  var id: String { middleware.id }

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    guard let action = action as? A, let state = state as? S,
      let result = result as? ActionTask<A, S>
    else { return }
    try middleware.afterAction(action, state: state, result: result, duration: duration)
  }
}

private struct ErasedErrorMiddleware<A, S>: SynchronousErrorHandlingMiddleware {
  let middleware: any ErrorHandlingFeatureMiddleware<A, S>

  var id: String { middleware.id }

  func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {
    guard let action = action as? A, let state = state as? S else { return }
    try middleware.onError(error, action: action, state: state)
  }
}
