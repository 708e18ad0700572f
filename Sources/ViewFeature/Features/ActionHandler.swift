/// How a feature handles its actions.
///
/// `use`, `onError` and the others return a new handler and leave the receiver as it is.
@MainActor
public struct ActionHandler<Action, State> {
  private(set) var pipeline: ActionPipeline<Action, State>

  /// Makes a handler that does not suspend: the store runs it inside `send`.
  public init(_ actionLogic: @escaping SynchronousActionExecution<Action, State>) {
    pipeline = ActionPipeline(.synchronous(actionLogic))
  }

  /// Makes a handler that may suspend; meanwhile later actions wait.
  @_disfavoredOverload
  public init(_ actionLogic: @escaping ActionExecution<Action, State>) {
    pipeline = ActionPipeline(.asynchronous(actionLogic))
  }

  /// A handler that does nothing, such as that of a feature without actions, which only has children.
  ///
  /// Of a closure for actions that cannot be made the compiler says that it will never be executed.
  public static var empty: ActionHandler {
    ActionHandler { _, _ in .none }
  }

  /// Handles one action, middleware included, and returns the effect, which is not started.
  public func handle(action: Action, state: State) async -> ActionTask<Action, State> {
    await pipeline.process(action, state)
  }

  /// Sets the handler for errors of middleware, of the logic and of effects without a handler of their
  /// own; error-handling middleware sees them first.
  ///
  /// Replaces an earlier one.
  public func onError(
    _ errorHandler: @escaping StateErrorHandler<State>
  ) -> ActionHandler<Action, State> {
    with { $0.errorHandler = errorHandler }
  }

  /// Changes the effect that the logic returns.
  ///
  /// Several are applied in the order of their addition.
  public func transform(
    _ taskTransform: @escaping @MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>
  ) -> ActionHandler<Action, State> {
    with { $0.append(taskTransform) }
  }

  /// Adds middleware.
  ///
  /// It runs in the order of addition, in each of its phases.
  public func use(_ middleware: some BaseActionMiddleware) -> ActionHandler<Action, State> {
    with { $0.middleware.append(middleware) }
  }

  /// Adds a `LoggingMiddleware`.
  public func withDebug(
    category: String = "ViewFeature.ActionHandler"
  ) -> ActionHandler<Action, State> {
    use(LoggingMiddleware(category: category))
  }

  /// The same handler, which tells a test store about each action.
  func observed(by probe: any ActionProbe<Action, State>) -> ActionHandler<Action, State> {
    with { $0.probe = probe }
  }

  func adding(_ reaction: FieldReaction<Action, State>) -> ActionHandler<Action, State> {
    with { $0.reactions.append(reaction) }
  }

  private func with(
    _ change: (inout ActionPipeline<Action, State>) -> Void
  ) -> ActionHandler<Action, State> {
    var handler = self
    change(&handler.pipeline)
    return handler
  }
}
