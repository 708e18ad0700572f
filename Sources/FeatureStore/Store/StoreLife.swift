import StateCore

/// The life cycle of a store that has hooks, or whose children may have some.
@MainActor
final class StoreLife<F: Feature> {
  typealias Hooks = LifeCycleHooks<F.Action, F.State>

  var cycle = LifeCycle()
  let hooks: Hooks?
  /// Whether the store is a root, which begins without a parent.
  var beginsItself = false
  /// The turn that has started the work for the observers.
  var presented: SentAction?
  private let place = ObservationTurn.makePlace()
  private var isSettling = false
  private let state: F.State
  private let runner: EffectRunner

  init(_ hooks: Hooks?, _ state: F.State, _ runner: EffectRunner) {
    self.hooks = hooks
    self.state = state
    self.runner = runner
  }

  /// Runs `onEnd`, unless it has run or the store hasn't begun.
  func end() {
    guard cycle.end(), runner.execution.runsHooks, let hooks, !hooks.onEnd.isEmpty else { return }
    runner.withEnvironment {
      // During time travel, the state shows earlier values.
      CoreListening.willWrite?(state as AnyObject)
      for end in hooks.onEnd { end(state) }
    }
  }

  /// Calls a function in a later turn of the main actor.
  func inNextTurn(_ body: @escaping @MainActor @Sendable () -> Void) {
    ObservationTurn.add(place, body)
  }

  /// Calls a function once at the end of the turn.
  func settle(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isSettling { return }
    isSettling = true
    ObservationTurn.add(place) { [weak self] in
      self?.isSettling = false
      body()
    }
  }
}
