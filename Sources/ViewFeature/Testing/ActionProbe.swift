/// The record of the actions that a pipeline handles, for a test store.
@MainActor
protocol ActionProbe<Action, State>: AnyObject {
  associatedtype Action
  associatedtype State

  /// The handler is about to run.
  func begin(_ action: Action)
  /// All steps have been made that the action has; without a `begin` the handler did not run.
  func end()
  /// The reactions to a change have run that no action has made; their effects have not begun.
  func endReactions(_ sent: SentAction)
  /// Nothing handles an error of an action or a reaction, or of one of its effects.
  func leftUnhandled(_ error: any Error, _ cause: Any)
  /// The action was sent when the store's state had left that of the parent.
  func missed(_ action: Action)
}
