/// The store's services for its effects, without the types of its feature.
///
/// Each environment is a `TypedEffectEnvironment`, which has these types.
@MainActor
protocol EffectEnvironment: AnyObject {
  /// The type of the feature.
  var feature: Any.Type { get }
  var store: WeakStore { get }
  /// Passes the error of an effect to the middleware and to the error handler.
  func report(_ error: any Error, of cause: EffectCause) async
  /// Returns the action of an effect, as it appears in the log.
  func describe(_ cause: EffectCause) -> String
  /// Changes the state, and immediately makes the store react to the change.
  func change(_ body: () -> Void)
}

/// The state of a store, and the sender of actions to the store.
///
/// It is a class, so that effects read both without a call. The store's subclass handles errors and changes.
@MainActor
class TypedEffectEnvironment<Action, State> {
  final let state: State
  final let sender: ActionSender<Action>
  final let store: WeakStore

  init(state: State, sender: ActionSender<Action>, store: WeakStore) {
    self.state = state
    self.sender = sender
    self.store = store
  }
}
