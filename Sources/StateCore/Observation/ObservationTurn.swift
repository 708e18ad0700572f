/// The observers that run in one turn of the main actor, in the order of their creation.
///
/// The order in which an object notifies its observers differs from process to process. Observers that are notified on
/// the main actor share a turn, which hides this order.
@MainActor
package final class ObservationTurn {
  package typealias Place = Int

  /// The next turn.
  private static var next: ObservationTurn?
  private static var lastPlace = 0

  private var observers: [(place: Place, run: @MainActor () -> Void)] = []

  private init() {}

  /// Returns the position of a new observer among all observers.
  package static func makePlace() -> Place {
    lastPlace += 1
    return lastPlace
  }

  /// Runs `run` in a later turn, without the caller's priority and task-local values.
  ///
  /// An observer that isn't notified on the main actor gets a separate turn.
  package nonisolated static func add(
    _ place: Place,
    _ run: @escaping @MainActor @Sendable () -> Void
  ) {
    guard MainThread.isCurrent else {
      ImmediateTask.detached { @MainActor in run() }
      return
    }
    MainActor.assumeIsolated { makeNext().observers.append((place, run)) }
  }

  /// Closes the next turn: observers that are notified from now on run in another one.
  ///
  /// If other code has taken over the main actor, the closed turn runs when that code returns it.
  package static func close() {
    next = nil
    CoreListening.listener?.turnCloses()
  }

  private static func makeNext() -> ObservationTurn {
    if let next { return next }
    let turn = ObservationTurn()
    next = turn
    ImmediateTask.detached { @MainActor in turn.begin() }
    return turn
  }

  private func begin() {
    if Self.next === self { Self.next = nil }
    // Time travel shows the earlier state again before observers run.
    CoreListening.listener?.turnEnds()
    for observer in observers.sorted(by: { $0.place < $1.place }) { observer.run() }
  }
}
