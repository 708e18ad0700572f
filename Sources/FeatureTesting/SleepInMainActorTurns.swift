/// Sleeps for a timeout that must not depend on the load of the machine.
///
/// The time passes in a hundred parts, with a turn of the main actor and one of the other threads after each. While the
/// machine, the actor or the threads are stalled, at most one part passes, and work gets its turns before the end.
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
  for _ in 0..<100 where !isOver() {
    try await ContinuousClock().sleep(for: duration / 100)
    await turnElsewhere()
  }
}

/// Lets work away from the main actor, which arrived earlier, get its turn.
@concurrent func turnElsewhere() async {}
