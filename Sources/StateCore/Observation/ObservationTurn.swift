/// The observers that run in one turn of the main actor, in the order in which they were made.
///
/// An object reports a change to its observers in an order that differs from process to process. Those
/// that are notified on the main actor share a turn, so that this order is not seen.
@MainActor
package final class ObservationTurn {
  package typealias Place = Int

  /// The turn that is yet to come.
  private static var next: ObservationTurn?
  private static var lastPlace = 0

  private var observers: [(place: Place, run: @MainActor () -> Void)] = []

  private init() {}

  /// The place of an observer among all.
  package static func makePlace() -> Place {
    lastPlace += 1
    return lastPlace
  }

  /// Runs `run` in a later turn, without the caller's priority and task-local values.
  ///
  /// An observer that is notified elsewhere than on the main actor has a turn of its own.
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

  /// Closes the turn that is yet to come: observers that are notified from now on do not run with it.
  ///
  /// Where other code takes the main actor over, that turn comes when it gives it back.
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
    // Time travel shows the past again before observers see it.
    CoreListening.listener?.turnEnds()
    for observer in observers.sorted(by: { $0.place < $1.place }) { observer.run() }
  }
}
