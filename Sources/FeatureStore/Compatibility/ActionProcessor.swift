/// A processor for actions outside a store, which works like an `ActionHandler`.
@MainActor
public struct ActionProcessor<Action, State> {
  private var pipeline: ActionPipeline<Action, State>

  /// Creates a processor without middleware.
  public init(_ execution: @escaping ActionExecution<Action, State>) {
    pipeline = ActionPipeline(.asynchronous(execution))
  }

  /// Runs middleware and logic, and returns the effect without starting it.
  public func process(action: Action, state: State) async -> ActionTask<Action, State> {
    await pipeline.process(action, state)
  }

  /// Returns a processor with this middleware added; middleware runs in the order in which it was added.
  public func use(_ middleware: some BaseActionMiddleware) -> ActionProcessor<Action, State> {
    with { $0.middleware.append(middleware) }
  }

  /// Returns a processor with this error handler, which replaces an earlier one.
  public func onError(
    _ handler: @escaping StateErrorHandler<State>
  ) -> ActionProcessor<Action, State> {
    with { $0.errorHandler = handler }
  }

  /// Returns a processor that changes the effects of the logic, after earlier transforms.
  public func transform(
    _ transform: @escaping @MainActor (ActionTask<Action, State>) -> ActionTask<Action, State>
  ) -> ActionProcessor<Action, State> {
    with { $0.append(transform) }
  }

  private func with(
    _ change: (inout ActionPipeline<Action, State>) -> Void
  ) -> ActionProcessor<Action, State> {
    var processor = self
    change(&processor.pipeline)
    return processor
  }
}
