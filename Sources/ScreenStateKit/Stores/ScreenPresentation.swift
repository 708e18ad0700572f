import StateCore

/// The observers of a screen's store, and the work for them.
@MainActor
final class ScreenPresentation {
  private var cycle = LifeCycle()
  /// The number of states that were bound before the one that the work is for, and including it.
  private var bindCount = 0
  private let place = ObservationTurn.makePlace()
  private var isSettling = false
  var task: Task<Void, Never>?
  /// The number of states that were bound when a change of the observers began to wait for the end of a time travel.
  var waitsSince: Int?

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

  /// Ends the work for an earlier state, if another one has been bound since.
  func follow(_ bindCount: Int) {
    if self.bindCount == bindCount { return }
    self.bindCount = bindCount
    cycle.restartPresentation()
    task.take()?.cancel()
  }

  func settle() -> LifeCycle.PresentationStep? { cycle.settlePresentation() }

  func settleLater(_ settle: @escaping @MainActor @Sendable () -> Void) {
    if isSettling { return }
    isSettling = true
    ObservationTurn.add(place) { [weak self] in
      self?.isSettling = false
      settle()
    }
  }
}
