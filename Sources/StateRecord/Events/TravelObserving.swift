/// A state with data beyond its fields that must be updated when it stops showing earlier values.
@MainActor
package protocol TravelObserving: AnyObject {
  /// Handles the end of time travel: the fields have their current values, or values that are current from now on.
  func travelDidEnd()
}
