import StateEngine

/// The store's services for its effects, without the types of its feature, which
/// `StoreEffectEnvironment` has.
@MainActor
protocol EffectEnvironment: AnyObject {
  /// The type of the feature.
  var feature: Any.Type { get }
  var store: WeakStore { get }
  /// Hands the error of an effect to the middleware and to the handler of errors.
  func report(_ error: any Error, of cause: EffectCause) async
  /// The action of an effect, as the log has it.
  func describe(_ cause: EffectCause) -> String
}

/// The state of a store, and the way back to it.
@MainActor
final class StoreEffectEnvironment<Action, State>: EffectEnvironment {
  let feature: Any.Type
  let state: State
  let sender: ActionSender<Action>
  let store: WeakStore
  private let pipeline: ActionPipeline<Action, State>

  init(
    feature: Any.Type,
    state: State,
    sender: ActionSender<Action>,
    store: WeakStore,
    pipeline: ActionPipeline<Action, State>
  ) {
    self.feature = feature
    self.state = state
    self.sender = sender
    self.store = store
    self.pipeline = pipeline
  }

  func report(_ error: any Error, of cause: EffectCause) async {
    await pipeline.report(error, action(of: cause), state)
  }

  func describe(_ cause: EffectCause) -> String {
    describeForLog(action(of: cause))
  }

  private func action(of cause: EffectCause) -> Action {
    guard let action = cause.action as? Action else {
      preconditionFailure("The cause of an effect is an action of its store.")
    }
    return action
  }
}
