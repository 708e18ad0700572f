import StateCore
import StateFields

/// A change of a field, from when it begins until it is delivered.
@MainActor
final class TrackedChange {
  let object: TrackedObject
  let field: Int
  let cause: EventCause
  let mark: ChangeMark?
  let time = ContinuousClock.now
  /// Whether the object showed an earlier state, so the new value may be derived from that state.
  let isWhileTravelling: Bool
  /// The value after the change, once known.
  private(set) var value: SnapshotValue?
  /// Whether the change is complete and waits for an earlier change of its field.
  var isMade = false
  private(set) var isSettled = false
  /// The event, once the change is settled; `nil` if the value didn't change.
  private(set) var event: (store: StoreID, change: ValueChange)?

  /// Begins a change now.
  ///
  /// It is complete when the current frame ends.
  init(_ field: Int, of object: TrackedObject, isWhileTravelling: Bool? = nil) {
    self.object = object
    self.field = field
    cause = CurrentCause.now
    mark = CurrentCause.mark
    self.isWhileTravelling = isWhileTravelling ?? (object.shown != nil)
  }

  /// Sets the value that the field has after this change.
  func end(with value: SnapshotValue) {
    self.value = value
  }

  /// Settles the change if the field already has another value.
  ///
  /// Otherwise the change may not be complete.
  func settleIfMade() {
    if isSettled { return }
    if value == nil {
      guard let new = object.value(ofChanged: field) else { return }
      value = new
    }
    object.settle(self)
  }

  func settle(_ event: (StoreID, ValueChange)?) {
    isSettled = true
    self.event = event
  }
}
