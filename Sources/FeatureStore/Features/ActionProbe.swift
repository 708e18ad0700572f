/// The record of the actions that a pipeline handles, for a test store.
@MainActor
package protocol ActionProbe<Action, State>: AnyObject {
  associatedtype Action
  associatedtype State

  /// Records that the handler is about to run.
  func begin(_ action: Action)
  /// Records that the action's own changes are complete; the reactions of other stores to them follow.
  func beginReactions()
  /// Records that all steps of the action are complete; without a `begin`, the handler did not run.
  func end()
  /// Records that the reactions to a change outside any action have run; their effects have not begun.
  func endReactions(_ sent: SentAction)
  /// Records that a hook of the life cycle has run; its effects have not begun.
  func endStart()
  /// Records that an error of an action or a reaction, or of one of its effects, was not handled.
  func leftUnhandled(_ error: any Error, _ cause: Any)
  /// Records that the action was sent after the store's state had been removed from the parent's.
  func missed(_ action: Action)
}
