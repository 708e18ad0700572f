import StateCore

/// A clock on which nobody waits: a sleep ends at once and the time jumps to its deadline.
public final class ImmediateClock: Clock, Sendable {
  private let instant: Locked<TestInstant>

  /// Makes a clock that begins at `now`.
  public init(now: TestInstant = TestInstant()) {
    instant = Locked(now)
  }

  /// The latest deadline of all sleeps so far.
  public var now: TestInstant { instant.withLock { $0 } }
  /// Zero: each duration counts as it is.
  public var minimumResolution: Duration { .zero }

  /// Other tasks get a turn, so that a loop of sleeps does not keep its actor for itself.
  public nonisolated(nonsending) func sleep(
    until deadline: TestInstant,
    tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    instant.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }

  /// Moves the time on by `duration` and returns; throws `CancellationError` after a cancel.
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
