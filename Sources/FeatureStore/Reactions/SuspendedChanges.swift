import Observation
import StateCore

/// The code that has changed each value first while a handler was suspended.
///
/// The reactions follow at the end of the handler, but those to changes by other code aren't a part of its action for a
/// listener.
@MainActor
struct SuspendedChanges<Action, State> {
  typealias OnBehalf = @MainActor (_ body: () -> Void) -> Void

  enum Origin {
    case handler
    case other(OnBehalf)
    /// The store is held, and its state shows other values.
    case shown
  }

  /// An effect of a reaction that has run on behalf of other code.
  struct Effect {
    let reaction: RunningWork.ID
    let effect: FieldReactions<Action, State>.Effect
  }

  /// The action of the handler.
  var action: RunningWork.ID?
  /// The origins by the indices of the reactions.
  var origins: [Int: Origin] = [:]
  /// The indices of the values that an observer waits for, also beyond the handler, because it can't be removed.
  var awaited: Set<Int> = []
  /// Whether a later turn looks for values that haven't changed.
  var isSettling = false
  var effects: [Effect] = []

  mutating func end() {
    action = nil
    origins = [:]
  }
}

/// Suspended handlers, whose changes and those of other code have different causes for a listener.
extension ReactionTracker {
  func beginSuspension() {
    guard isObservable, let store, store.hasListener else { return }
    suspended.action = store.handledAction
    waitForChanges()
  }

  /// Waits for the next change of each value.
  private func waitForChanges() {
    guard isObservable else { return }
    for index in reactions.indices where suspended.awaited.insert(index).inserted {
      withObservationTracking {
        reactions.touch(state, index)
      } onChange: { [weak self, place] in
        guard MainThread.isCurrent else {
          // The cause isn't known.
          return ObservationTurn.add(place) { self?.waitAgain(for: index) }
        }
        MainActor.assumeIsolated { self?.noteChange(of: index) }
      }
    }
  }

  private func waitAgain(for index: Int) {
    suspended.awaited.remove(index)
    forgetUnchanged()
  }

  private func noteChange(of index: Int) {
    suspended.awaited.remove(index)
    guard isSuspended, let store else { return }
    if isHeld {
      suspended.origins[index] = .shown
    } else if suspended.origins[index] != nil {
      // The first change counts, unless this one reverts it.
    } else if let action = store.handledAction, action == suspended.action {
      suspended.origins[index] = .handler
    } else if let onBehalf = store.onBehalfOfCurrent() {
      suspended.origins[index] = .other(onBehalf)
    }
    settleLater()
  }

  /// The value may be what it was, so that the next change is the first one.
  private func settleLater() {
    if suspended.isSettling { return }
    suspended.isSettling = true
    ObservationTurn.add(place) { [weak self] in
      self?.suspended.isSettling = false
      self?.forgetUnchanged()
    }
  }

  /// Forgets the origins of values that haven't changed, and waits for further changes.
  func forgetUnchanged() {
    guard isSuspended, !isHeld, store?.hasListener == true else { return }
    for (index, origin) in suspended.origins {
      if case .shown = origin {} else if reactions.hasChange(in: state, index) { continue }
      suspended.origins[index] = nil
    }
    waitForChanges()
  }

  // MARK: Reactions

  /// Runs reactions on behalf of other code; `nil` if no other code has changed their values.
  var runnerOfSuspended: FieldReactions<Action, State>.Runner? {
    guard isSuspended, !suspended.origins.isEmpty else { return nil }
    return { [self] in react($0, $1) }
  }

  /// Runs a reaction at the end of the handler, on behalf of the code that has changed its value.
  private func react(
    _ index: Int,
    _ reaction: () -> ActionTask<Action, State>
  ) -> ActionTask<Action, State> {
    guard case .other(let onBehalf) = suspended.origins[index], let store else {
      return reaction()
    }
    let before = changed
    var task = ActionTask<Action, State>.none
    let id = store.react(onBehalf) { task = reaction() }
    // The changes of the reaction have the same origin.
    for changed in changed.subtracting(before) { suspended.origins[changed] = .other(onBehalf) }
    let field = reactions.field(index)
    suspended.effects.append(
      SuspendedChanges.Effect(
        reaction: id,
        effect: .init(field: field.field, origin: field.origin, task: task)
      )
    )
    return .none
  }

  /// Returns the effects of the reactions that have run on behalf of other code.
  func takeEffectsOfOthers() -> [SuspendedChanges<Action, State>.Effect] {
    if suspended.effects.isEmpty { return [] }
    defer { suspended.effects = [] }
    return suspended.effects
  }
}
