/// An error that is propagated but not shown to the user.
public protocol NonPresentableError: Error {
  /// Whether the error stays hidden; `true` by default.
  var isSilent: Bool { get }
}

extension NonPresentableError {
  /// Hides the error by default.
  public var isSilent: Bool { true }
}
