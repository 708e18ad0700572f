package import StateCore

/// A listener to one state and to the actions of the stores that are bound to it.
package protocol ScreenListener: WorkListener {
  /// A store receives an action.
  ///
  /// - Returns: The listener to the action, which hears about everything else.
  func received(_ action: any Sendable, from place: SendPlace) -> any ActionListener
  /// An element of a sequence that a store observes has arrived.
  func elementArrived(_ element: any Sendable, of sequence: any Any.Type)
  /// A store is about to leave the state; its actions are cancelled next.
  func storeWillLeave()
  /// A store has ended, or is bound to another state.
  func storeHasLeft()
  /// The state is being deallocated; the actions of its stores are cancelled next.
  func stateWillEnd()
  func stateHasEnded()
}

/// A listener to one action of a store.
///
/// The ledger of a store has it as the label of the action's work.
package protocol ActionListener: WorkLabel {
  /// Whether the action was received and has not ended.
  var isOpen: Bool { get }
  /// The action begins at its turn, in a store without a ledger.
  func accepted()
  /// The store drops the action before it has an entry in the ledger.
  func refused(_ reason: DropReason)
  /// Starts the task of the action.
  func starting<Result>(_ start: () -> Result) -> Result
  /// Runs the action in a task that ran other code before.
  func running<Result: Sendable>(_ body: () async -> Result) async -> Result
  /// The work begins.
  func began()
  /// The work, or an attempt of it, has failed.
  func failed(_ error: any Error)
  /// An attempt has succeeded after others failed.
  func recovered()
  /// The work has ended.
  func handled()
  /// The action has ended, whether or not its work has begun.
  ///
  /// Without a reason, an action whose work has not begun was cancelled or lost its store.
  func ended(_ reason: DropReason?)
}
