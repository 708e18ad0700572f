import StateCore
import StateFields

/// A store's services for its effects, which outlive the store.
@MainActor
final class StoreEffectEnvironment<Action, State>: TypedEffectEnvironment<Action, State>,
  EffectEnvironment
{
  let feature: Any.Type
  private let pipeline: ActionPipeline<Action, State>

  init(
    feature: Any.Type,
    state: State,
    sender: ActionSender<Action>,
    store: WeakStore,
    pipeline: ActionPipeline<Action, State>
  ) {
    self.feature = feature
    self.pipeline = pipeline
    super.init(state: state, sender: sender, store: store)
  }

  func report(_ error: any Error, of cause: EffectCause) async {
    if let change = cause.action as? FieldChange {
      await pipeline.report(error, change, state)
    } else if let hook = cause.action as? LifeCycleCause {
      await pipeline.report(error, hook, state)
    } else {
      await pipeline.report(error, action(of: cause), state)
    }
  }

  func describe(_ cause: EffectCause) -> String {
    if let change = cause.action as? FieldChange { return describeForLog(change) }
    if let hook = cause.action as? LifeCycleCause { return describeForLog(hook) }
    return describeForLog(action(of: cause))
  }

  func change(_ body: () -> Void) {
    let store = pipeline.tracker == nil ? nil : self.store.object as? any ReactingStore
    // A result belongs to the current values of the state, which may show others.
    CoreListening.willWrite?(state as AnyObject)
    // Earlier changes are not part of this one.
    store?.reactToChanges()
    let first = PendingReactions.begin()
    body()
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
