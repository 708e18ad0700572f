import StateCore
import StateFields

/// A change of a field that has begun, until it is handed over.
@MainActor
final class TrackedChange {
  let object: TrackedObject
  let field: Int
  let cause: EventCause
  let time = ContinuousClock.now
  /// Whether the object showed an earlier state, so that the value may have been made from that.
  let isWhileTravelling: Bool
  /// The value after the change, once it is known.
  private(set) var value: SnapshotValue?
  /// Whether it has been made, and waits for an earlier change of its field.
  var isMade = false
  private(set) var isSettled = false
  /// The event, once the change is settled; `nil` if nothing has changed.
  private(set) var event: (store: StoreID, change: ValueChange)?

  /// A change that begins now; it is made when the current frame ends.
  init(_ field: Int, of object: TrackedObject, isWhileTravelling: Bool? = nil) {
    self.object = object
    self.field = field
    cause = CurrentCause.now
    self.isWhileTravelling = isWhileTravelling ?? (object.shown != nil)
  }

  /// The field has a value now that it got by this change.
  func end(with value: SnapshotValue) {
    self.value = value
  }

  /// Settles the change if the field has another value by now; otherwise it may not have been made.
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
