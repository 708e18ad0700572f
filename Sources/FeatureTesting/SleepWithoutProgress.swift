/// Sleeps for the timeout of a test: in real time, and never while work of a simulation only sleeps.
///
/// In a simulation, an hour of virtual time doesn't mean that work has stalled. There, the time passes when nothing
/// else can run or wake up any more.
///
/// - Throws: A `CancellationError` when the waiting task is cancelled.
@MainActor
package func sleepWithoutProgress(for duration: Duration) async throws {
  if let wait = Standstill.wait {
    try await wait(duration)
  } else {
    try await sleepInMainActorTurns(for: duration)
  }
}

/// The time of a simulation in which no work progresses.
@MainActor
package enum Standstill {
  /// Waits until nothing else can run or wake up, and then for a duration; `nil` outside a simulation.
  package static var wait: (@MainActor (Duration) async throws -> Void)?
}
