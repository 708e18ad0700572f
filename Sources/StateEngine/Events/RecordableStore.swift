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
}
