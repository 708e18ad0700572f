/// Runs `operation` until it succeeds, or until `policy` gives it up.
///
/// All attempts run on the caller's actor, one after the other. After the current task was cancelled
/// there is no further attempt: during an attempt that fails, its error is thrown; during a pause, the
/// pause ends at once and `CancellationError` is thrown. `random` gives numbers from 0 to 1 for the
/// policy's jitter. `willPause` is called before each further attempt and the pause before it.
package nonisolated(nonsending) func retrying<Value>(
  _ policy: RetryPolicy,
  clock: some Clock<Duration>,
  random: () -> Double = { .random(in: 0...1) },
  willPause: () -> Void = {},
  operation: nonisolated(nonsending) () async throws -> Value
) async throws -> Value {
  var attempt = 1
  while true {
    do {
      return try await operation()
    } catch {
      try await policy.pause(
        after: error,
        attempt: attempt,
        clock: clock,
        random: random,
        willPause: willPause
      )
      attempt += 1
    }
  }
}

extension RetryPolicy {
  /// Waits before the attempt that follows one that failed.
  ///
  /// - Throws: `error` if there is to be no other attempt, `CancellationError` if the pause was
  ///   cancelled.
  package nonisolated(nonsending) func pause(
    after error: any Error,
    attempt: Int,
    clock: some Clock<Duration>,
    random: () -> Double = { .random(in: 0...1) },
    willPause: () -> Void = {}
  ) async throws {
    guard
      !Task.isCancelled,
      shouldRetry(error),
      let delay = delay(afterAttempt: attempt, random: random())
    else { throw error }
    willPause()
    if delay > .zero { try await clock.pause(for: delay) }
    try Task.checkCancellation()
  }
}
