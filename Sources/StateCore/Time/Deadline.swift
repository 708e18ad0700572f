/// A point in time of a clock whose type is not known.
///
/// It is taken where a wait is caused. A task that begins later waits for what is left of the time.
package struct Deadline: Sendable {
  private let point: any PointInTime

  fileprivate init(_ point: any PointInTime) {
    self.point = point
  }

  /// Sleeps until it has come, without leaving the caller's actor if the clock can do that.
  package nonisolated(nonsending) func pause() async throws {
    try await point.pause()
  }
}

extension Clock<Duration> {
  /// The point in time that comes after `duration`, counted from now.
  ///
  /// More than `longestDuration` counts as so long.
  package func deadline(after duration: Duration) -> Deadline {
    let duration = min(max(duration, .zero - longestDuration), longestDuration)
    let instant = now.advanced(by: duration)
    return Deadline(PointOnClock(clock: self, instant: instant))
  }
}

// Not a closure, which would not stay on the caller's actor.
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
