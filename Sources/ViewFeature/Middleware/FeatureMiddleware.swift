public import Foundation

/// Middleware written for one feature, whose action and state types it therefore knows.
///
/// It never suspends, so that a handler that does not suspend either still runs inside `send`. Each
/// requirement has a default that does nothing. `beforeAction` keeps the handler from running by
/// throwing.
@MainActor
public protocol FeatureMiddleware<Action, State>: Sendable {
  /// The actions of the feature that this is for.
  associatedtype Action
  /// The state of the feature that this is for.
  associatedtype State

  /// By default the name of the type.
  var id: String { get }

  /// Runs before the handler, which does not run if this throws.
  func beforeAction(_ action: Action, state: State) throws
  /// Runs after the handler, which took `duration` seconds, and before the effect starts.
  func afterAction(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws
  /// Is told of errors, of middleware, of the handler and of effects without a `catch`.
  ///
  /// An error that it throws is logged.
  func onError(_ error: any Error, action: Action, state: State) throws
}

extension FeatureMiddleware {
  /// The name of the type.
  public var id: String { String(describing: Self.self) }

  /// Does nothing.
  public func beforeAction(_ action: Action, state: State) throws {}

  /// Does nothing.
  public func afterAction(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {}

  /// Does nothing.
  public func onError(_ error: any Error, action: Action, state: State) throws {}
}

extension ActionHandler {
  /// Adds middleware that was written for this feature.
  ///
  /// It takes its place among the other middleware, in the order of addition.
  public func use<Middleware: FeatureMiddleware>(
    _ middleware: Middleware
  ) -> ActionHandler<Action, State>
  where Middleware.Action == Action, Middleware.State == State {
    use(ErasedFeatureMiddleware(middleware: middleware))
  }
}

/// A feature's middleware in a list of middleware for any feature.
private struct ErasedFeatureMiddleware<Middleware: FeatureMiddleware>: SynchronousActionMiddleware {
  let middleware: Middleware

  var id: String { middleware.id }

  func beforeAction<Action, State>(_ action: Action, state: State) throws {
    guard let (action, state) = own(action, state) else { return }
    try middleware.beforeAction(action, state: state)
  }

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    guard let (action, state) = own(action, state),
      let result = result as? ActionTask<Middleware.Action, Middleware.State>
    else { return }
    try middleware.afterAction(action, state: state, result: result, duration: duration)
  }

  func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {
    guard let (action, state) = own(action, state) else { return }
    try middleware.onError(error, action: action, state: state)
  }

  private func own<Action, State>(
    _ action: Action,
    _ state: State
  ) -> (Middleware.Action, Middleware.State)? {
    guard let action = action as? Middleware.Action, let state = state as? Middleware.State else {
      return nil
    }
    return (action, state)
  }
}
