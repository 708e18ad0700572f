/// A state that has more than its fields tell, and has to know when these show earlier values.
///
/// What is written to its fields meanwhile by time travel has the cause `restore`.
@MainActor
package protocol TravelObserving: AnyObject {
  /// Earlier values will be written to the fields.
  func willShowEarlierValues()
  /// The fields have the values of the present again, or those that are the present from now on.
  func didShowEarlierValues()
}
