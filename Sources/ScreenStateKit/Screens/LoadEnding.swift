/// How a load has ended, for a cancel of the next one to go back to.
public enum LoadEnding: Hashable, Sendable {
  /// With a value, if there was a load at all.
  case success
  /// With nothing.
  case empty
  /// With an error; `retry` loads again.
  case failure(DisplayableError, retry: AsyncActionVoid?)
}
