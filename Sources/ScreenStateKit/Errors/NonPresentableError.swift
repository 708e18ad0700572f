/// An error that is passed on but not shown to the user.
public protocol NonPresentableError: Error {
  /// Whether nothing is shown; true unless the type says otherwise.
  var isSilent: Bool { get }
}

extension NonPresentableError {
  /// Nothing is shown.
  public var isSilent: Bool { true }
}
