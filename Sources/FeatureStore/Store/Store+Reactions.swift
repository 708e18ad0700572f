import StateCore

/// The reactions to changes that no handler of the store makes.
///
/// Each reaction is like an action: it has its turn, an entry in the ledger, and its own effects.
extension Store: ReactingStore {
  var canReact: Bool { turns.phase == .idle }

  func enterReaction() -> ReactionEntry? {
    if turns.hasEnded { return nil }
    let id = insertReaction(isQueued: true)
    return ReactionEntry(id: id, sent: SentAction(work, id))
  }

  func onBehalfOfCurrent() -> (@MainActor (_ body: () -> Void) -> Void)? {
    listener?.onBehalfOfCurrent()
  }

  func endReaction(_ entry: ReactionEntry) {
    if work.dequeue(entry.id) { work.endHandler(entry.id) }
  }

  var hasListener: Bool { listener != nil }

  var handledAction: RunningWork.ID? {
    guard let context = EffectContext.current, context.isHandler, context.store === runner.store
    else { return nil }
    return context.action
  }

  func react(_ onBehalf: (_ body: () -> Void) -> Void, _ reaction: () -> Void) -> RunningWork.ID {
    let id = work.insertAction(owner: runner.owner, parent: handledAction, isQueued: false)
    guard let listener else {
      reaction()
      return id
    }
    onBehalf { listener.reacts(id) }
    listener.handling(id) {
      reaction()
      listener.handled(id, hasSuspended: false)
    }
    return id
  }

  /// Starts the effects of reactions that have run at the end of a handler, on behalf of other code.
  func startEffectsOfOthers() {
    guard let tracker = pipeline.tracker else { return }
    for other in tracker.takeEffectsOfOthers() {
      if !other.effect.task.isNone {
        inOwnContext(other.reaction) { start(other.effect, other.reaction) }
      }
      work.endHandler(other.reaction)
    }
  }

  @discardableResult
  func reactToChanges() -> SentAction {
    let sent = reactInTurn()
    guard turns.phase == .idle else { return sent }
    if turns.hasQueued { handleQueue() }
    pruneChildren()
    return sent
  }

  /// Writes a property like a binding does, and reacts to the change immediately.
  @discardableResult
  package func write<Value>(
    _ property: ReferenceWritableKeyPath<F.State, Value>,
    _ value: Value
  ) -> SentAction {
    // Earlier changes are not part of this one.
    if pipeline.tracker != nil { reactToChanges() }
    let first = PendingReactions.begin()
    if let listener {
      listener.writing(state) { state[keyPath: property] = value }
    } else {
      state[keyPath: property] = value
    }
    let sent = pipeline.tracker == nil ? SentAction() : reactToChanges()
    PendingReactions.run(since: first)
    return sent
  }

  /// Reacts if no action is being handled.
  @discardableResult
  func reactInTurn() -> SentAction {
    if pipeline.tracker != nil { followParent() }
    guard let tracker = pipeline.tracker, tracker.isAwaited, turns.phase == .idle,
      !turns.isHeld
    else {
      return SentAction()
    }
    var entry = tracker.takeEntry()
    if let queued = entry, !work.dequeue(queued.id) {
      // The action that contained the reaction was cancelled, which doesn't undo the change.
      entry = nil
    }
    guard !turns.hasEnded, tracker.findChanges() else {
      if let entry { work.endHandler(entry.id) }
      return SentAction()
    }
    let id = entry?.id ?? insertReaction(isQueued: false)
    let sent = entry?.sent ?? SentAction(work, id)
    turns.begin(id)
    runner.withEnvironment {
      handleReactions(id, tracker) {
        let first = PendingReactions.begin()
        let effects = inOwnContext(id) { tracker.reactToOthers() }
        listener?.handled(id, hasSuspended: false)
        PendingReactions.run(since: first)
        pipeline.probe?.endReactions(sent)
        if PendingReactions.drops(effects.map(\.field)) { return }
        inOwnContext(id) { for effect in effects { start(effect, id) } }
      }
    }
    turns.conclude()
    work.endHandler(id)
    turns.finish()
    return sent
  }

  /// Runs the reactions of a turn, which are the handler of an action for a listener.
  private func handleReactions(
    _ id: RunningWork.ID,
    _ tracker: ReactionTracker<F.Action, F.State>,
    _ body: () -> Void
  ) {
    guard let listener else { return body() }
    tracker.runOnBehalf { listener.reacts(id) }
    listener.handling(id, body)
  }

  private func start(_ effect: FieldReactions<F.Action, F.State>.Effect, _ id: RunningWork.ID) {
    if turns.hasEnded { return }
    let cause = EffectCause(action: FieldChange(field: effect.field), id: id, origin: effect.origin)
    let task = pipeline.transformed(effect.task)
    runner.start(task.content, in: EffectScope(cause: cause, parent: id))
  }

  /// Registers a reaction, as a part of the action whose effect makes the change.
  private func insertReaction(isQueued: Bool) -> RunningWork.ID {
    let context = EffectContext.current
    let isOwn = context?.store === runner.store && context?.isCancelled == false
    return work.insertAction(
      owner: runner.owner,
      parent: isOwn ? context?.action : nil,
      isQueued: isQueued
    )
  }

  func inOwnContext<Result>(_ id: RunningWork.ID, _ body: () -> Result) -> Result {
    if EffectContext.current == nil { return body() }
    let context = EffectContext(store: runner.store, work: work, node: id, action: id)
    return context.with(body)
  }
}
