/// Runs `operation` until it succeeds or `policy` stops retrying.
///
/// All attempts run on the caller's actor, one after the other. After the current task is cancelled, there are no
/// further attempts: a cancelled attempt that fails throws its own error. A cancelled pause ends immediately and throws
/// `CancellationError`. `random` returns numbers from 0 to 1 for the policy's jitter. `willPause` is called before each
/// further attempt, before the pause.
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
  /// Waits before the attempt that follows a failed one.
  ///
  /// - Throws: `error` if there is no further attempt, or `CancellationError` if the pause was cancelled.
  package nonisolated(nonsending) func pause(
    after error: any Error,
    attempt: Int,
    clock: some Clock<Duration>,
    random: () -> Double = { .random(in: 0...1) },
    willPause: () -> Void = {}
  ) async throws {
    guard
      !CurrentWork.isCancelled,
      let delay = delay(after: error, attempt: attempt, random: random)
    else { throw error }
    willPause()
    if delay > .zero { try await clock.pause(for: delay) }
    try CurrentWork.checkCancellation()
  }
}
