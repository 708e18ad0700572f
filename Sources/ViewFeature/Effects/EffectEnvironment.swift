import StateCore
import StateFields

/// The store's services for its effects, without the types of its feature.
///
/// `StoreEffectEnvironment` adds these types.
@MainActor
protocol EffectEnvironment: AnyObject {
  /// The type of the feature.
  var feature: Any.Type { get }
  var store: WeakStore { get }
  /// Passes the error of an effect to the middleware and to the error handler.
  func report(_ error: any Error, of cause: EffectCause) async
  /// Returns the action of an effect, as it appears in the log.
  func describe(_ cause: EffectCause) -> String
}

/// The state of a store, and the sender of actions to the store.
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
    if let change = cause.action as? FieldChange {
      await pipeline.report(error, change, state)
    } else {
      await pipeline.report(error, action(of: cause), state)
    }
  }

  func describe(_ cause: EffectCause) -> String {
    (cause.action as? FieldChange).map { describeForLog($0) } ?? describeForLog(action(of: cause))
  }

  /// Changes the state, and immediately makes the store react to the change.
  func change(_ body: @MainActor (State) -> Void) {
    let store = pipeline.tracker == nil ? nil : self.store.object as? any ReactingStore
    // A result belongs to the current values of the state, which may show others.
    CoreListening.willWrite?(state as AnyObject)
    // Earlier changes are not part of this one.
    store?.reactToChanges()
    let first = PendingReactions.begin()
    body(state)
    store?.reactToChanges()
    PendingReactions.run(since: first)
  }

  private func action(of cause: EffectCause) -> Action {
    guard let action = cause.action as? Action else {
      preconditionFailure("The cause of an effect is an action of its store.")
    }
    return action
  }
}
