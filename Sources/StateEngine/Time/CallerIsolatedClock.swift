/// A clock whose sleepers stay on their actor.
///
/// Through `Clock` a sleeper leaves its actor before it is known to the clock, and comes back at a time
/// that the clock does not know. The clocks for tests promise more to sleepers that come this way.
package protocol CallerIsolatedClock: Sendable {
  nonisolated(nonsending) func sleep(for duration: Duration, tolerance: Duration?) async throws
}

extension Clock<Duration> {
  /// Sleeps like `sleep(for:)`, without leaving the caller's actor if the clock can do that.
  package nonisolated(nonsending) func pause(for duration: Duration) async throws {
    if let clock = self as? any CallerIsolatedClock {
      try await clock.sleep(for: duration, tolerance: nil)
    } else {
      try await sleep(for: duration)
    }
  }
}
