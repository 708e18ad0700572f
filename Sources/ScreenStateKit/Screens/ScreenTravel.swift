/// What a screen's state knows beside its fields while these show earlier values.
@MainActor
final class ScreenTravel {
  /// The earlier value of `isLoading`, where it is not that of the present.
  var shownLoading: Bool?
  /// The error of the present.
  var presentError: DisplayableError?

  init(presentError: DisplayableError?) {
    self.presentError = presentError
  }

  /// An error as it is shown: an alert that is closed stays closed for the error of the present alone.
  func shown(_ error: DisplayableError?) -> DisplayableError? {
    if error == presentError { return presentError }
    var error = error
    error?.claim = AlertClaim()
    return error
  }
}
