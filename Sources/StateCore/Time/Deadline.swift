/// An instant of a clock of unknown type.
///
/// It is determined when a wait is requested. A task that starts later waits only for the remaining time.
package struct Deadline: Sendable {
  private let point: any PointInTime

  fileprivate init(_ point: any PointInTime) {
    self.point = point
  }

  /// Sleeps until the deadline, without leaving the caller's actor if the clock supports that.
  package nonisolated(nonsending) func pause() async throws {
    try await point.pause()
  }
}

extension Clock<Duration> {
  /// Returns the deadline `duration` from now.
  ///
  /// A longer time than `longestDuration` is limited to that duration.
  package func deadline(after duration: Duration) -> Deadline {
    let duration = min(max(duration, .zero - longestDuration), longestDuration)
    let instant = now.advanced(by: duration)
    return Deadline(PointOnClock(clock: self, instant: instant))
  }
}

// This isn't a closure, because a closure wouldn't stay on the caller's actor.
private protocol PointInTime: Sendable {
  nonisolated(nonsending) func pause() async throws
}

private struct PointOnClock<C: Clock>: PointInTime where C.Duration == Duration {
  let clock: C
  let instant: C.Instant

  nonisolated(nonsending) func pause() async throws {
    try await clock.pause(until: instant)
  }
}
