/// A failed load and the action that retries it.
struct LoadFailure: Equatable {
  let error: DisplayableError
  /// The action that loads again; without it, no retry button is shown.
  let retry: AsyncActionVoid?
}
