/// A load that failed, and what can be done about it.
struct LoadFailure: Equatable {
  let error: DisplayableError
  /// Loads again; without it there is no button for that.
  let retry: AsyncActionVoid?
}
