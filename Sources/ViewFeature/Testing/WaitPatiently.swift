/// Waits as a timeout does that is not to depend on how busy the machine is.
///
/// The time passes in a hundred parts with a turn of the main actor after each. So while the machine or
/// the actor stands still, one part passes at most, and work on the actor gets its turns before the end.
///
/// - Throws: A `CancellationError` when the waiting task is cancelled.
@MainActor
package func waitPatiently(for duration: Duration) async throws {
  for _ in 0..<100 { try await ContinuousClock().sleep(for: duration / 100) }
}
