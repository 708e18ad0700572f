import Foundation

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

private struct ErasedErrorMiddleware<A, S>: SynchronousErrorHandlingMiddleware, CauseSelecting {
  let middleware: any ErrorHandlingFeatureMiddleware<A, S>

  var id: String { middleware.id }

  /// A change and a hook of the life cycle are no actions of the feature.
  func takes(_ cause: any Any.Type) -> Bool { cause == A.self }

  func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {
    guard let action = action as? A, let state = state as? S else { return }
    try middleware.onError(error, action: action, state: state)
  }
}
