/// A state that has more than its fields tell, and has to know when it no longer shows earlier values.
@MainActor
package protocol TravelObserving: AnyObject {
  /// The fields have the values of the present again, or those that are the present from now on.
  func travelDidEnd()
}
