#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore

/// The clock for the server's time limits.
struct ServerClock: Sendable {
  let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration

  init(_ clock: some Clock<Duration>) {
    self.clock = clock
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// The time since the server started.
  var now: Duration { elapsed() }

  func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  /// Runs an operation, and cancels it when its time limit expires.
  func withLimit<Value: Sendable>(
    _ duration: Duration,
    operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) async throws -> Value {
    try await withTimeout(duration, clock: clock, operation: operation)
  }
}
#endif
