/// The outcome of a load, which is restored if the next load is cancelled.
public enum LoadEnding: Hashable, Sendable {
  /// A value, or no load at all.
  case success
  /// No content.
  case empty
  /// An error; `retry` loads again.
  case failure(DisplayableError, retry: AsyncActionVoid?)
}
