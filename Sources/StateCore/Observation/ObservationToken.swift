import Observation

/// Keeps an `observe` block running; the block runs no more once the token is cancelled or released.
@MainActor
public final class ObservationToken {
  private var apply: (@MainActor () -> Void)?
  private let place = ObservationTurn.makePlace()

  init(_ apply: @escaping @MainActor () -> Void) {
    self.apply = apply
    track()
  }

  /// Stops the block.
  ///
  /// Cancelling twice does no harm.
  public func cancel() {
    apply = nil
  }

  private func track() {
    guard let apply else { return }
    withObservationTracking(apply) { [weak self, place] in
      // Reported before the new value is there, and on the thread that writes it. The block is not part
      // of that thread's work: its actions and tasks have nothing of the writer's context.
      ObservationTurn.add(place) { self?.track() }
    }
  }
}

/// Runs `apply` now and again after each change of an observable property that it read.
///
/// The values read are expected to change on the main actor: of a change on another thread, the new value
/// may not be there yet when the block runs.
///
/// Changes of one turn of the main actor lead to one run, in a later turn, without the task-local values
/// and the priority of the task that made them; blocks that run in one turn do so in the order in which
/// they were made. This is how a view that is
/// not SwiftUI's (a terminal, a GTK widget) follows a state.
///
/// - Returns: A token that has to be kept for as long as `apply` is to run.
@MainActor
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObservationToken {
  ObservationToken(apply)
}
