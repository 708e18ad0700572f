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
