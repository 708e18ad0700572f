/// Sleeps for a timeout that must not depend on the load of the machine.
///
/// The time passes in a hundred parts, with a turn of the main actor after each. While the machine or the actor is
/// stalled, at most one part passes, and work on the actor gets its turns before the end.
///
/// - Parameters:
///   - duration: The longest wait.
///   - isOver: A function that is called before each part and returns whether to stop waiting.
/// - Throws: A `CancellationError` when the waiting task is cancelled.
@MainActor
package func sleepInMainActorTurns(
  for duration: Duration,
  until isOver: @MainActor () -> Bool = { false }
) async throws {
  for _ in 0..<100 where !isOver() { try await ContinuousClock().sleep(for: duration / 100) }
}
