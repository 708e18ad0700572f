/// A run of an action of a screen's store.
package protocol ScreenActionRun: AnyObject, Sendable {
  /// The run of the effect, or of the asynchronous handler, that has sent the action.
  var sender: (any StoreContext)? { get }
  /// Whether the ledger has cancelled it.
  var isCancelled: Bool { get }
  /// Whether the events of its store are recorded.
  var isOfRecordedStore: Bool { get }
}

/// The work that runs in the current task, in either style.
package enum CurrentWork {
  /// The action that the current task and its descendants work for, also in the effects that it has sent.
  @TaskLocal package static var action: (any ScreenActionRun)?

  /// Whether the work of the current task was cancelled.
  ///
  /// `Task.isCancelled` alone may be late: if two threads cancel the same work, the second call returns while the first
  /// one still cancels the tasks.
  package static var isCancelled: Bool { Task.isCancelled || isCancelledInLedger }

  /// Whether the ledger has cancelled the work of the current task, even if another task of that work is the current
  /// one.
  ///
  /// Only the innermost run counts: an effect may end before an action that it has sent, and the other way round.
  package static var isCancelledInLedger: Bool {
    let effect = StoreContexts.current?.run
    // An effect that the action has sent is another one than the effect that has sent the action.
    if let action, action.sender === effect { return action.isCancelled }
    return effect?.isCancelledInLedger ?? false
  }

  /// Checks whether the work of the current task was cancelled.
  ///
  /// - Throws: `CancellationError` if it was cancelled.
  package static func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }
}
