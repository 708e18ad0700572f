package import StateCore

/// A store, or the tie of one to its state, whose events can be recorded.
@MainActor
package protocol RecordableStore: AnyObject {
  /// The identity in events.
  var storeID: StoreID { get }
  /// Begins to emit events, with those of the children; the values that the state has now are in the first.
  ///
  /// Ends after as many calls of `stopRecording`.
  func startRecording()
  func stopRecording()
  /// Whether it shows an earlier state.
  var isTravelling: Bool { get }
  /// Refuses actions from now on, with the stores of the children.
  func beginTravel()
  /// Takes actions again; `keepsShown`, from the state that was shown last.
  func endTravel(keepsShown: Bool)
  /// Cancels an effect or an action by its number in events.
  func cancelWork(_ number: Int)
  /// The state, as long as it is there.
  var recordedState: AnyObject? { get }
  /// The type of the actions that can be sent to it from outside; nothing if none can.
  var sentActionType: Any.Type? { get }
  /// Sends an action as the inspector.
  ///
  /// - Returns: `false` if it is none of the store's.
  func sendAsInspector(_ action: Any) -> Bool
}

extension RecordableStore {
  package var sentActionType: Any.Type? { nil }
  package func sendAsInspector(_ action: Any) -> Bool { false }
}
