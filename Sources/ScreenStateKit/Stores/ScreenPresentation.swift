import StateCore

/// The observers of a screen's store, and the work for them.
@MainActor
final class ScreenPresentation {
  private var cycle = LifeCycle()
  private let place = ObservationTurn.makePlace()
  private var isSettling = false
  var task: Task<Void, Never>?

  init() {
    _ = cycle.begin()
  }

  func addObserver(_ settle: @escaping @MainActor @Sendable () -> Void) {
    cycle.addObserver()
    settleLater(settle)
  }

  func removeObserver(_ settle: @escaping @MainActor @Sendable () -> Void) {
    cycle.removeObserver()
    settleLater(settle)
  }

  /// Starts the work again for another state, whose predecessor has ended the earlier work.
  func restart(_ settle: @escaping @MainActor @Sendable () -> Void) {
    cycle.restartPresentation()
    task = nil
    settleLater(settle)
  }

  func settle() -> LifeCycle.PresentationStep? { cycle.settlePresentation() }

  private func settleLater(_ settle: @escaping @MainActor @Sendable () -> Void) {
    if isSettling { return }
    isSettling = true
    ObservationTurn.add(place) { [weak self] in
      self?.isSettling = false
      settle()
    }
  }
}
