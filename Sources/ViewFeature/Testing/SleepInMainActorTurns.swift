/// Waits as a timeout does that is not to depend on how busy the machine is.
///
/// The time passes in a hundred parts with a turn of the main actor after each. So while the machine or
/// the actor stands still, one part passes at most, and work on the actor gets its turns before the end.
///
/// - Parameters:
///   - duration: The longest wait.
///   - isOver: Asked before each part whether to wait no longer.
/// - Throws: A `CancellationError` when the waiting task is cancelled.
@MainActor
package func sleepInMainActorTurns(
  for duration: Duration,
  until isOver: @MainActor () -> Bool = { false }
) async throws {
  for _ in 0..<100 where !isOver() { try await ContinuousClock().sleep(for: duration / 100) }
}
