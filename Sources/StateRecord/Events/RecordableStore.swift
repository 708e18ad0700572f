package import StateCore

/// A store, or the connection between a store and its state, whose events can be recorded.
@MainActor
package protocol RecordableStore: AnyObject {
  /// The identity in events.
  var storeID: StoreID { get }
  /// Starts emitting events for this store and its children. The first event contains the current values of the state.
  ///
  /// Recording ends after as many calls of `stopRecording`.
  func startRecording()
  func stopRecording()
  /// Whether the store shows an earlier state.
  var isTravelling: Bool { get }
  /// Whether a replay runs its handlers.
  var isReplaying: Bool { get }
  /// The store that time travel holds and releases: a screen's state, not a store that may get another one.
  var heldStore: any RecordableStore { get }
  /// Rejects actions from now on, in this store and the stores of its children.
  func beginTravel()
  /// Called at the end of a turn that has changed the current state, before the earlier one is shown again.
  func willShowEarlierState()
  /// Accepts actions again. With `keepsShown`, they continue from the state that was shown last.
  func endTravel(keepsShown: Bool)
  /// Cancels an effect or an action by its event number.
  func cancelWork(_ number: Int)
  /// Returns the event numbers of the effects that contain one.
  func containers(ofEffect number: Int) -> [Int]
  /// The state, while it exists.
  var recordedState: AnyObject? { get }
  /// The type of the actions that can be sent from outside; `nil` if none can.
  var sentActionType: Any.Type? { get }
  /// Sends an action on behalf of the inspector.
  ///
  /// - Returns: `false` if the action isn't one of this store's actions.
  func sendAsInspector(_ action: Any) -> Bool
}

extension RecordableStore {
  package var isReplaying: Bool { false }
  package var heldStore: any RecordableStore { self }
  package func willShowEarlierState() {}
  package func containers(ofEffect number: Int) -> [Int] { [] }
  package var sentActionType: Any.Type? { nil }
  package func sendAsInspector(_ action: Any) -> Bool { false }
}
