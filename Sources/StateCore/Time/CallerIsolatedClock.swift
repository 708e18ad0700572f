/// A clock whose sleeping tasks stay on their actors.
///
/// Through `Clock`, a task leaves its actor before the clock registers its sleep, and returns at a time that the clock
/// doesn't control. The test clocks give stronger guarantees to tasks that use this protocol.
package protocol CallerIsolatedClock: Clock {
  // The name is distinct: if it matched a requirement of `Clock`, calls would use that one.
  nonisolated(nonsending) func sleepOnActor(until deadline: Instant) async throws
}

extension Clock<Duration> {
  /// Sleeps like `sleep(for:)`, but without leaving the caller's actor if the clock supports that.
  ///
  /// The time starts with the call.
  package nonisolated(nonsending) func pause(for duration: Duration) async throws {
    try await deadline(after: duration).pause()
  }

  /// Sleeps like `sleep(until:)`, but without leaving the caller's actor if the clock supports that.
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
