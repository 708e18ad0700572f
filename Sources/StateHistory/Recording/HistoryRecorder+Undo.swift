import FeatureStore
import IssueReporting
import Logging
import StateCore
import StateFields
import StateRecord

/// Undo and redo: how a history writes fields.
extension HistoryRecorder {
  /// A move to another position of the steps.
  enum Move {
    case undo
    case redo
    case revert(Int)

    var verb: String {
      switch self {
      case .undo: "undo"
      case .redo: "redo"
      case .revert: "revert"
      }
    }
  }

  /// Makes a move in one turn; returns whether it was made.
  func make(_ move: Move) -> Bool {
    if hasEnded || isRefused(move) { return false }
    // Reactions to earlier changes aren't part of the move.
    PendingReactions.runAll()
    EventCenter.report()
    settle()
    // An observer of the change can't make another move.
    phase = .moving
    defer { phase = .recording }
    while let step = next(of: move) {
      let foreign = cancelEffects(of: move)
      let cause: EventCause =
        if case .redo = move { .redo(step: step.id) } else { .undo(step: step.id) }
      let steps = self.steps(of: move)
      guard let values = values(of: move) else { return false }
      let known = values.filter { $0.key.object.state != nil && !foreign.contains($0.key) }
      if known.isEmpty, foreign.isEmpty {
        // Nothing of the step exists any more.
        change { $0.removeFields { values[$0] != nil } }
        continue
      }
      tell(move, steps)
      write(known.mapValues(\.value), cause, except: foreign)
      update()
      tell()
      return true
    }
    return false
  }

  private func next(of move: Move) -> Stack.Step? {
    switch move {
    case .undo: stack.nextUndo
    case .redo: stack.nextRedo
    case .revert(let mark): stack.steps(after: mark).last
    }
  }

  /// The steps that a move undoes or redoes, the first one first.
  private func steps(of move: Move) -> [Int] {
    if case .revert(let mark) = move { return stack.steps(after: mark).reversed().map(\.id) }
    return next(of: move).map { [$0.id] } ?? []
  }

  private func values(of move: Move) -> [FieldKey: FieldValue]? {
    change { stack in
      switch move {
      case .undo: stack.undo()
      case .redo: stack.redo()
      case .revert(let mark): stack.revert(to: mark)
      }
    }
  }

  // MARK: Refusal

  private func isRefused(_ move: Move) -> Bool {
    if isInsideOwnCode {
      reportIssue(
        """
        A history can't \(move.verb) inside a handler, a reaction, a binding, `group`, another \
        undo, or an observer that learns of a change of the history. Call it from a view or in an \
        effect: .run { _ in history.\(move.verb)() }
        """
      )
      return true
    }
    if scopes.isHeld {
      logger.notice("A history can't \(move.verb) while a store shows an earlier state")
      return true
    }
    return false
  }

  /// Whether the code that runs now belongs to a handler, a reaction, a group or an undo.
  var isInsideOwnCode: Bool {
    guard case .recording = phase, !summary.isUpdating, !EventCenter.isDelivering else {
      return true
    }
    if HistoryGroups.root(of: CurrentCause.mark, in: self) != nil || isOfOpenGroup { return true }
    if let running = CurrentCause.ofRunning {
      // An effect may begin before the handler that returned it gives the main actor back.
      guard case .handler = running, case .effect = CurrentCause.ofTask else { return true }
      return false
    }
    guard case .handler(let id) = CurrentCause.ofTask, roots.handled.contains(id) else {
      return false
    }
    // An action of a screen's store is like an effect.
    return StoreRecording.stores(id.store).contains { $0 is any AnyStore }
  }

  /// Whether the code follows from a group that hasn't ended.
  private var isOfOpenGroup: Bool {
    let action: ActionID? =
      switch CurrentCause.ofTask {
      case .handler(let id): id
      case .effect(_, let id): id
      default: nil
      }
    return action.flatMap { roots[$0] }?.isOpenGroup == true
  }

  // MARK: Effects

  /// Cancels the effects of the steps that a move undoes.
  ///
  /// - Returns: The fields that code for the cancellation has changed, which isn't the user's.
  private func cancelEffects(of move: Move) -> Set<FieldKey> {
    if case .redo = move { return [] }
    guard case .cancel = effects else { return [] }
    let steps: Set<Int> =
      if case .revert(let mark) = move { Set(stack.steps(after: mark).map(\.id)) } else {
        Set(stack.nextUndo.map { [$0.id] } ?? [])
      }
    func isOwn(_ root: HistoryRoot) -> Bool {
      stack.step(of: root.number).map { steps.contains($0) } ?? false
    }
    let effects = withoutProviders(roots.effects(where: isOwn))
    let actions = roots.runningActions(where: isOwn).filter { !ContentProviders.contain($0) }
    cancelled.formUnion(actions)
    phase = .cancelling([])
    defer { phase = .moving }
    for effect in effects {
      for store in StoreRecording.stores(effect.store) { store.cancelWork(effect.number) }
    }
    for action in actions {
      for store in StoreRecording.stores(action.store) where !(store is any AnyStore) {
        store.cancelWork(action.number)
      }
    }
    EventCenter.report()
    // The changes have reactions.
    PendingReactions.runAll()
    EventCenter.report()
    settle()
    guard case .cancelling(let changed) = phase else { return [] }
    return changed
  }

  /// Returns the effects without those that only provide content, and without the compositions of these.
  ///
  /// An undo can't start them again, and what they write is foreign.
  private func withoutProviders(_ effects: [EffectID]) -> [EffectID] {
    let providers = effects.filter { ContentProviders.contain($0) }
    if providers.isEmpty { return effects }
    var spared = Set(providers)
    for provider in providers {
      for store in StoreRecording.stores(provider.store) {
        spared.formUnion(
          store.containers(ofEffect: provider.number)
            .map { EffectID(store: provider.store, number: $0) }
        )
      }
    }
    return effects.filter { !spared.contains($0) }
  }

  // MARK: Writes

  private func write(
    _ values: [FieldKey: SnapshotValue],
    _ cause: EventCause,
    except foreign: Set<FieldKey>
  ) {
    let order = ordered(values)
    phase = .writing(Set(order), others: [:])
    let root = HistoryRoot.writes()
    var wrong = Array(foreign)
    let dropped = PendingReactions.withoutEffects {
      wrong += write(values, order, cause)
      if case .writing(_, let others) = phase {
        wrong += others.filter { !has($0.value, $0.key) }.map(\.key)
      }
      phase = .reacting(root, discarded: [:])
    } correct: {
      EventCenter.report()
      guard case .reacting(_, let discarded) = phase else { return }
      let order = ordered(discarded)
      phase = .writing(Set(order), others: [:])
      wrong += write(discarded, order, cause)
      if case .writing(_, let others) = phase {
        wrong += others.filter { !has($0.value, $0.key) }.map(\.key)
      }
    }
    if !dropped.isEmpty {
      logger.debug(
        "Reactions to a move of a history have returned effects, which don't start",
        metadata: ["fields": "\(dropped.joined(separator: ", "))"]
      )
    }
    EventCenter.report()
    wrong += takeChangedFieldsOfReturned()
    phase = .recording
    // The stores of children that have returned begin.
    PendingReactions.runAll()
    // Undo can't bring these fields back to the values of the other steps.
    for key in wrong { change { $0.forget(key) } }
    if !wrong.isEmpty { removeLostFields() }
  }

  /// Writes fields; returns those that don't take their values.
  private func write(
    _ values: [FieldKey: SnapshotValue],
    _ order: [FieldKey],
    _ cause: EventCause
  ) -> [FieldKey] {
    var wrong: [FieldKey] = []
    CurrentCause.with(cause) {
      // At least twice, because a setter may change another field, and more often for a chain of such fields.
      for round in 1...(2 + order.count) {
        if round > 2, wrong.isEmpty { break }
        wrong = order.filter { key in
          guard let value = values[key], let state = key.object.state else { return false }
          let field = key.field
          let new = scopes.restored(value, of: key)
          return !state.setValue(new, ofField: field, by: cause, replacesChildren: true)
        }
      }
      wrong = order.filter { key in values[key].map { !has($0, key) } ?? false }
    }
    EventCenter.report()
    return wrong
  }

  private func has(_ value: SnapshotValue, _ key: FieldKey) -> Bool {
    guard let state = key.object.state else { return true }
    return scopes.isSame(state.value(ofField: key.field), value, in: key)
  }

  /// Parents come before children, and removals before insertions.
  private func ordered(_ values: [FieldKey: SnapshotValue]) -> [FieldKey] {
    struct Place {
      let key: FieldKey
      let depth: Int
      let added: Int
    }
    let places = values.map { key, value in
      let way = key.object.hasLeft ? nil : scopes.way(to: key)
      let present = key.object.state?.value(ofField: key.field).children.count ?? 0
      return Place(
        key: key,
        depth: way?.fields.count ?? .max,
        added: value.children.count - present
      )
    }
    return places.sorted { lhs, rhs in
      (lhs.depth, lhs.added, lhs.key.object.id.number, lhs.key.field)
        < (rhs.depth, rhs.added, rhs.key.object.id.number, rhs.key.field)
    }
    .map(\.key)
  }
}
