/// The handler of a feature's actions.
///
/// `use`, `onError` and the other modifiers return a new handler and don't change the receiver.
@MainActor
public struct ActionHandler<Action, State> {
  private(set) var pipeline: ActionPipeline<Action, State>

  /// Creates a handler that doesn't suspend; the store runs it inside `send`.
  public init(_ actionLogic: @escaping SynchronousActionExecution<Action, State>) {
    pipeline = ActionPipeline(.synchronous(actionLogic))
  }

  /// Creates a handler that may suspend; later actions wait meanwhile.
  @_disfavoredOverload
  public init(_ actionLogic: @escaping ActionExecution<Action, State>) {
    pipeline = ActionPipeline(.asynchronous(actionLogic))
  }

  /// A handler that does nothing, for example for a feature that has children but no actions.
  ///
  /// Use it if no values of the action type can exist: the compiler would warn that a closure for them will never be
  /// executed.
  public static var empty: ActionHandler {
    ActionHandler { _, _ in .none }
  }

  /// Handles one action, including middleware, and returns the effect without starting it.
  public func handle(action: Action, state: State) async -> ActionTask<Action, State> {
    await pipeline.process(action, state)
  }

  /// Sets the handler for errors of middleware, of the logic, and of effects without a separate handler.
  ///
  /// Error-handling middleware receives the errors first. The handler replaces an earlier one.
  public func onError(
    _ errorHandler: @escaping StateErrorHandler<State>
  ) -> ActionHandler<Action, State> {
    with { $0.errorHandler = errorHandler }
  }

  /// Changes the effect that the logic returns.
  ///
  /// Several transforms apply in the order in which they were added.
  public func transform(
    _ taskTransform: @escaping @MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>
  ) -> ActionHandler<Action, State> {
    with { $0.append(taskTransform) }
  }

  /// Adds middleware.
  ///
  /// In each of its phases, middleware runs in the order in which it was added.
  public func use(_ middleware: some BaseActionMiddleware) -> ActionHandler<Action, State> {
    with { $0.middleware.append(middleware) }
  }

  /// Returns the same handler, which reports each action to a test store.
  package func observed(by probe: any ActionProbe<Action, State>) -> ActionHandler<Action, State> {
    with { $0.probe = probe }
  }

  /// Whether the handler has neither middleware nor reactions.
  package var hasOnlyLogic: Bool { pipeline.middleware.isEmpty && pipeline.reactions.isEmpty }

  /// The logic, unless it may suspend.
  package var synchronousLogic: SynchronousActionExecution<Action, State>? {
    if case .synchronous(let logic) = pipeline.logic { logic } else { nil }
  }

  func adding(_ reaction: FieldReaction<Action, State>) -> ActionHandler<Action, State> {
    with { $0.reactions.append(reaction) }
  }

  func changingLifeCycle(
    _ change: (LifeCycleHooks<Action, State>) -> Void
  ) -> ActionHandler<Action, State> {
    with { pipeline in
      let hooks = LifeCycleHooks(pipeline.lifeCycle)
      change(hooks)
      pipeline.lifeCycle = hooks
    }
  }

  private func with(
    _ change: (inout ActionPipeline<Action, State>) -> Void
  ) -> ActionHandler<Action, State> {
    var handler = self
    change(&handler.pipeline)
    return handler
  }
}
