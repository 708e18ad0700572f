/// The data that a screen's state keeps besides its fields while these show earlier values.
@MainActor
final class ScreenTravel {
  /// The earlier value of `isLoading`, if it differs from the current one.
  var shownLoading: Bool?
  /// The error of the current state.
  var presentError: DisplayableError?

  init(presentError: DisplayableError?) {
    self.presentError = presentError
  }

  /// Returns an error as shown: a closed alert stays closed only for the error of the current state.
  func shown(_ error: DisplayableError?) -> DisplayableError? {
    if error == presentError { return presentError }
    var error = error
    error?.claim = AlertClaim()
    return error
  }
}
