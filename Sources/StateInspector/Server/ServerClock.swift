#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore

/// The time that the limits count by.
struct ServerClock: Sendable {
  let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    self.clock = clock
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// The time since the server began.
  var now: Duration { elapsed() }

  func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  /// Runs an operation that is cancelled when its time is over.
  func withLimit<Value: Sendable>(
    _ duration: Duration,
    operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) async throws -> Value {
    try await withTimeout(duration, clock: clock, operation: operation)
  }
}
#endif
