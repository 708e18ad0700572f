/// A listener to the actions and effects of one store.
///
/// A store without a listener does nothing for one. The store calls its listener on the main actor; the ledger calls
/// `take`, under its lock.
@MainActor
package protocol StoreListener: WorkListener {
  /// Whether an action needs no entry in the ledger for this listener.
  ///
  /// The store then calls `begins` and `ends` for an action without an entry, and the other functions as usual for all
  /// other actions.
  nonisolated var isLight: Bool { get }

  // MARK: Actions

  /// The store handles an action that has no entry in the ledger.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isInContext: Whether the sender may be code of a store.
  /// - Returns: A number that `ends` receives.
  func begins<Action: Sendable>(_ action: Action, isInContext: Bool) -> Int
  /// The handler of such an action has ended or suspended.
  func ends(_ begun: Int)
  /// The handler of such an action has ended or suspended, and the action has got an entry meanwhile.
  func ends(_ begun: Int, as id: WorkID, isSuspended: Bool)

  /// The store handles an action now, or queues it.
  func received(_ action: any Sendable, _ id: WorkID, from place: SendPlace, isQueued: Bool)
  /// The store drops an action before it has an entry in the ledger.
  func dropped(_ action: any Sendable, from place: SendPlace, _ reason: DropReason)
  /// The store reacts to changes that none of its handlers has made. Its turn for this counts as an action.
  func reacts(_ id: WorkID)
  /// The store runs a function for its life cycle. Its turn for this counts as an action.
  func runs(_ hook: LifeCycleHook, _ id: WorkID)
  /// Runs the handler of an action up to its end or its first suspension.
  func handling<Result>(_ id: WorkID, _ body: () -> Result) -> Result
  /// The handler of an action has ended; its effects have not begun.
  func handled(_ id: WorkID, hasSuspended: Bool)
  /// A step of the action or effect that runs now has failed; `isVeto` if the handler therefore doesn't run.
  func failed(_ error: any Error, isVeto: Bool)

  // MARK: Effects

  /// Starts the task of an effect.
  func starting<Result>(_ effect: WorkID, of action: WorkID, _ start: () -> Result) -> Result
  /// Runs a part of an effect in the task of the whole effect.
  func running(
    _ part: WorkID,
    of action: WorkID,
    _ body: () async throws -> Void
  ) async throws
  /// Runs the code of an effect for an element of an observed sequence.
  func observing(_ body: () async throws -> Void) async throws
  /// Runs the handler of an effect's cancellation.
  func cancelling(_ handler: () -> Void)
  /// An effect has made its changes, or one round of them.
  func effectTurnEnds()

  // MARK: The store

  /// Writes the state on behalf of a binding.
  func writing(_ state: AnyObject, _ write: () -> Void)
  /// Returns a function that runs code later, on behalf of the action or effect that runs now.
  func onBehalfOfCurrent() -> @MainActor (_ body: () -> Void) -> Void
  /// The store has created the store of a child.
  func childBegan(_ child: AnyObject)
  /// The store was deallocated, or its state was removed from the parent's.
  nonisolated func ended()
}

extension StoreListener {
  package nonisolated var isLight: Bool { false }

  package func begins<Action: Sendable>(_ action: Action, isInContext: Bool) -> Int { 0 }

  package func cancelling(_ handler: () -> Void) { handler() }

  package func ends(_ begun: Int) {}

  package func ends(_ begun: Int, as id: WorkID, isSuspended: Bool) {}
}

/// The place in the source where an action was sent; line 0 if it isn't known.
package struct SendPlace: Sendable {
  package let fileID: StaticString
  package let line: UInt

  package init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }
}
