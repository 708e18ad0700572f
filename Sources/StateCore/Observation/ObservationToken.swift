import Observation

/// A token that keeps an `observe` block active.
///
/// The block no longer runs after the token is cancelled or released.
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
  /// You can cancel more than once.
  public func cancel() {
    apply = nil
  }

  private func track() {
    guard let apply else { return }
    withObservationTracking(apply) { [weak self, place] in
      // The change is reported before the new value is set, on the thread that writes it. The block isn't part of that
      // thread's work: its actions and tasks don't inherit the writer's context.
      ObservationTurn.add(place) { self?.track() }
    }
  }
}

/// Runs `apply` now and after each change of an observable property that it read.
///
/// Change these properties on the main actor. If another thread changes a property, the block may run before the new
/// value is set.
///
/// Changes in one turn of the main actor lead to one run in a later turn, without the task-local values and the
/// priority of the task that made them. Blocks that run in the same turn run in the order of their creation. Use this
/// to update views that aren't built with SwiftUI, such as a terminal or a GTK widget.
///
/// - Returns: A token. Keep it while `apply` is to run.
@MainActor
public func observe(_ apply: @escaping @MainActor () -> Void) -> ObservationToken {
  ObservationToken(apply)
}
