import StateCore

/// A clock without waiting: a sleep ends immediately, and the time jumps to its deadline.
public final class ImmediateClock: Clock, Sendable {
  private let instant: Locked<TestInstant>

  /// Creates a clock that starts at `now`.
  public init(now: TestInstant = TestInstant()) {
    instant = Locked(now)
  }

  /// The latest deadline of all sleeps so far.
  public var now: TestInstant { instant.withLock { $0 } }
  /// Zero, because the clock doesn't round durations.
  public var minimumResolution: Duration { .zero }

  /// Advances the time to `deadline` and returns.
  ///
  /// Other tasks get a turn, so that a loop of sleeps doesn't block its actor.
  public nonisolated(nonsending) func sleep(
    until deadline: TestInstant,
    tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    instant.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }

  /// Advances the time by `duration` and returns.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    for duration: Duration,
    tolerance: Duration? = nil
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
  }
}

extension ImmediateClock: CallerIsolatedClock {
  package nonisolated(nonsending) func sleepOnActor(until deadline: TestInstant) async throws {
    try await sleep(until: deadline)
  }
}
