/// A clock whose sleepers stay on their actor.
///
/// Through `Clock` a sleeper leaves its actor before it is known to the clock, and comes back at a time
/// that the clock does not know. The clocks for tests promise more to sleepers that come this way.
package protocol CallerIsolatedClock: Clock {
  // With a name of its own: one that is called as that of `Clock` is that of `Clock`.
  nonisolated(nonsending) func sleepOnActor(until deadline: Instant) async throws
}

extension Clock<Duration> {
  /// Sleeps like `sleep(for:)`, without leaving the caller's actor if the clock can do that.
  ///
  /// The time begins with the call.
  package nonisolated(nonsending) func pause(for duration: Duration) async throws {
    try await deadline(after: duration).pause()
  }

  /// Sleeps like `sleep(until:)`, without leaving the caller's actor if the clock can do that.
  package nonisolated(nonsending) func pause(until instant: Instant) async throws {
    guard let clock = self as? any CallerIsolatedClock else {
      return try await sleep(until: instant, tolerance: nil)
    }
    try await pause(until: instant, of: clock)
  }

  private nonisolated(nonsending) func pause<Other: CallerIsolatedClock>(
    until instant: Instant,
    of clock: Other
  ) async throws {
    guard let instant = instant as? Other.Instant else { return }
    try await clock.sleepOnActor(until: instant)
  }
}
