/// The data that a screen's state keeps besides its fields while these show other values.
@MainActor
final class ShownScreen {
  /// The shown value of `isLoading`, if it differs from the state's own.
  var isLoading: Bool?
  /// The state's own error.
  var ownError: DisplayableError?

  init(ownError: DisplayableError?) {
    self.ownError = ownError
  }

  /// Returns an error as shown: a closed alert stays closed only for the state's own error.
  func shown(_ error: DisplayableError?) -> DisplayableError? {
    if error == ownError { return ownError }
    var error = error
    error?.claim = AlertClaim()
    return error
  }
}
