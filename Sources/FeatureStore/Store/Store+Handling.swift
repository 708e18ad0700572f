import Logging
import StateCore
import StateFields

/// The life cycle of an action: the store admits or queues it, handles it, and starts its effect.
extension Store {
  /// Handles an action that can't begin without lookups, or that a listener wants to know.
  func sendObserved(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    guard turns.needsOnlyReport, turns.phase == .idle, let listener = currentListener,
      StoreContexts.current == nil
    else { return admit(action, from: origin) }
    let sent = handle(action, from: origin, reportingTo: listener, isInContext: false)
    if turns.hasQueued { handleQueue() }
    return sent
  }

  /// Handles an action, or queues it behind the current one, unless it must be dropped.
  ///
  /// An action from the parent isn't part of the current action.
  func admit(
    _ action: F.Action,
    from origin: SendOrigin,
    isParents: Bool = false
  ) -> SentAction {
    followParent()
    let outer = StoreContexts.current
    let context = EffectContext.run(of: outer)
    let isOwn = context?.store === runner.store
    if let reason = dropReason(in: context) {
      if reason == .storeHasEnded, !isOwn { pipeline.probe?.missed(action) }
      return drop(action, from: origin, reason)
    }
    if case .handlers(let refusal, _) = runner.execution, let reason = refusal(action, id) {
      return drop(action, from: origin, reason)
    }
    let reservation = admission?.admit(action)
    if admission != nil, reservation == nil { return drop(action, from: origin, .isLocked) }
    if turns.phase == .idle, pipeline.tracker != nil {
      // Earlier changes don't belong to the action.
      reactInTurn()
      handleQueue()
    }
    guard turns.phase == .idle else {
      return enqueue(action, from: origin, reservation: reservation, isParents: isParents)
    }
    handover.keep(reservation)
    let sent =
      if isOwn || context == nil {
        handleAdmitted(action, from: origin, id: nil, in: outer)
      } else {
        handleInOwnContext(action, from: origin)
      }
    if turns.hasQueued { handleQueue() }
    pruneChildren()
    return sent
  }

  /// Handles an action from an effect of another store, whose effects don't belong to that store.
  private func handleInOwnContext(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    let id = makeCurrentID()
    let context = EffectContext(store: runner.store, work: work, node: id, action: id)
    // The sender is the effect of the other store.
    listener?.received(action, id, from: origin.place, isQueued: false)
    return context.with { handleAdmitted(action, from: origin, id: id, in: context) }
  }

  /// Handles an action in the current context; a queued action already has an id.
  private func handleAdmitted(
    _ action: F.Action,
    from origin: SendOrigin,
    id: RunningWork.ID?,
    in outer: (any StoreContext)?
  ) -> SentAction {
    runner.withEnvironment(in: outer) {
      guard let listener else { return handle(action, from: origin, id: id) }
      if id == nil, listener.isLight {
        return handle(action, from: origin, reportingTo: listener, isInContext: true)
      }
      return handle(action, from: origin, id: id, for: listener)
    }
  }

  /// Handles an action without an entry in the ledger, for a light listener.
  @inline(__always)
  private func handle(
    _ action: F.Action,
    from origin: SendOrigin,
    reportingTo listener: any StoreListener,
    isInContext: Bool
  ) -> SentAction {
    let begun = listener.begins(action, isInContext: isInContext)
    let sent = handle(action, from: origin, id: nil)
    if let id = sent.id {
      listener.ends(begun, as: id, isSuspended: turns.phase == .suspended)
    } else {
      listener.ends(begun)
    }
    return sent
  }

  private func handle(
    _ action: F.Action,
    from origin: SendOrigin,
    id queued: RunningWork.ID?,
    for listener: any StoreListener
  ) -> SentAction {
    let id: RunningWork.ID
    if let queued {
      id = queued
    } else {
      turns.begin(nil)
      id = makeCurrentID()
      listener.received(action, id, from: origin.place, isQueued: false)
    }
    return listener.handling(id) { handle(action, from: origin, id: id) }
  }

  /// Returns the reason why an action sent in a context is dropped, or `nil` if it is accepted.
  func dropReason(in context: EffectContext?) -> DropReason? {
    if turns.hasEnded { return .storeHasEnded }
    if let hold = turns.hold { return hold }
    // A handler may run inside an effect that was cancelled in the meantime; its actions are not the effect's.
    let isOwn = context?.store === runner.store
    let isOfCancelled = isOwn && turns.phase != .handling && context?.isCancelled == true
    return isOfCancelled ? .senderWasCancelled : nil
  }

  private func drop(
    _ action: F.Action,
    from origin: SendOrigin,
    _ reason: DropReason
  ) -> SentAction {
    listener?.dropped(action, from: origin.place, reason)
    logDrop(of: action, reason)
    return reason == .senderWasCancelled ? SentAction.dropped : SentAction()
  }

  func logDrop(of action: some Any, _ reason: DropReason) {
    logger.debug(
      "An action was dropped: \(reason.rawValue)",
      metadata: ["action": "\(describeForLog(action))"]
    )
  }

  /// Queues an action behind the current one.
  ///
  /// The action is part of the action whose handler or effect sends it.
  private func enqueue(
    _ action: F.Action,
    from origin: SendOrigin,
    reservation: ActionReservation?,
    isParents: Bool
  ) -> SentAction {
    let id = insertAction(parent: isParents ? nil : senderID, isQueued: true, reservation)
    listener?.received(action, id, from: origin.place, isQueued: true)
    let sent = enqueue(.own(action, origin), id)
    if let context = EffectContext.current, context.store === runner.store {
      // Another thread may have cancelled the effect since the check.
      if turns.phase != .handling, !isParents { work.dropIfCancelled(id) }
      context.note(sent)
    }
    return sent
  }

  func enqueue(_ content: QueuedAction.Content, _ id: RunningWork.ID) -> SentAction {
    queue.append(QueuedAction(content: content, id: id))
    turns.setHasQueued(true)
    noteQueued()
    return SentAction(work, id)
  }

  /// Finds waits that would never end, now that an action depends on the current one.
  private func noteQueued() {
    if directLogic == nil { WaitGraph.recheck() }
  }

  /// The action of this store whose handler or effect is currently sending.
  ///
  /// A child that handles an action in this store's turn doesn't send on behalf of any action.
  var senderID: RunningWork.ID? {
    turns.phase == .handling && !turns.isDelivering ? makeCurrentID() : contextAction
  }

  /// The action of this store that the current task belongs to.
  private var contextAction: RunningWork.ID? {
    guard let context = EffectContext.current, context.store === runner.store else { return nil }
    return context.action
  }

  /// Registers an action in the ledger, which releases the action's reservation when it is done.
  private func insertAction(
    parent: RunningWork.ID?,
    isQueued: Bool,
    _ reservation: ActionReservation?
  ) -> RunningWork.ID {
    guard let finish = reservation?.finish else {
      return work.insertAction(owner: runner.owner, parent: parent, isQueued: isQueued)
    }
    let finisher = ActionFinisher(work, finish)
    let id = work.insertAction(
      owner: runner.owner,
      parent: parent,
      isQueued: isQueued,
      finisher: .call { finisher.run() }
    )
    finisher.setID(id)
    return id
  }

  /// Handles an action up to its end, or until its handler suspends.
  ///
  /// A queued action already has an id.
  @discardableResult
  func handle(
    _ action: F.Action,
    from origin: SendOrigin,
    id: RunningWork.ID?
  ) -> SentAction {
    turns.begin(id)
    guard let directLogic else {
      turns.setOrigin(origin)
      return proceed(action, from: origin, pipeline.begin(action, state))
    }
    let first = PendingReactions.begin()
    do {
      let task = try directLogic(action, state)
      PendingReactions.run(since: first)
      return end(action, from: origin, task)
    } catch {
      let progress = pipeline.fail(error, action, state, result: .none, Reacting(first: first))
      return proceed(action, from: origin, progress)
    }
  }

  private func proceed(
    _ action: F.Action,
    from origin: SendOrigin,
    _ progress: ActionPipeline<F.Action, F.State>.Progress
  ) -> SentAction {
    switch progress {
    case .finished(let task): end(action, from: origin, task)
    case .suspended(let rest): handleInTask(action, from: origin, rest)
    }
  }

  /// Starts the effect of an action that was handled without suspending.
  private func end(
    _ action: F.Action,
    from origin: SendOrigin,
    _ task: ActionTask<F.Action, F.State>
  ) -> SentAction {
    if let id = turns.id { listener?.handled(id, hasSuspended: false) }
    // Starting an effect may cancel another one, whose cancellation handler may send.
    if !task.isNone { startEffect(task, of: action, from: origin) }
    guard let id = turns.id else {
      if !turns.needsNoLookup, let reservation = handover.takeReservation() {
        turns.conclude()
        reservation.release()
      }
      turns.finish()
      return SentAction()
    }
    let sent = handover.takeSent()
    turns.conclude()
    work.endHandler(id)
    turns.finish()
    return sent ?? SentAction()
  }

  private func startEffect(
    _ task: ActionTask<F.Action, F.State>,
    of action: F.Action,
    from origin: SendOrigin
  ) {
    if turns.hasEnded { return }
    let id = makeCurrentID()
    let cause = EffectCause(action: action, id: id, origin: origin)
    runner.start(task.content, in: EffectScope(cause: cause, parent: id))
  }

  /// Returns the id of the current action, which is registered in the ledger if needed.
  func makeCurrentID() -> RunningWork.ID {
    if let id = turns.id { return id }
    let reservation = turns.needsNoLookup ? nil : handover.takeReservation()
    let id = insertAction(parent: contextAction, isQueued: false, reservation)
    handover.keep(SentAction(work, id))
    turns.enter(id)
    return id
  }

  /// Runs the part of an action's handling that may suspend, starting immediately if possible.
  private func handleInTask(
    _ action: F.Action,
    from origin: SendOrigin,
    _ rest: @escaping @MainActor () async -> ActionTask<F.Action, F.State>
  ) -> SentAction {
    let id = makeCurrentID()
    let sent = handover.takeSent() ?? SentAction()
    let context = EffectContext(
      store: runner.store,
      work: work,
      node: id,
      action: id,
      isHandler: true
    ) { [weak self] run in
      let task = await StoreContexts.$current.withValue(run) { await rest() }
      return self?.endSuspendable(action, from: origin, task, id) ?? true
    }
    let task = ImmediateTask.start { @MainActor in
      // The run has ended, and holds nothing, when its waiters resume.
      let hasSuspended = await context.takeOperation()(context)
      context.work.endHandler(context.node)
      (context.store.object as? Store)?.goOn(handlingQueue: hasSuspended)
    }
    runner.attach(task, to: id)
    if !work.isHandled(id) {
      turns.suspend()
      pipeline.tracker?.suspendHandling()
    }
    return sent
  }

  /// Starts the effect of an action whose handler may have suspended.
  ///
  /// - Returns: Whether the handler has suspended.
  private func endSuspendable(
    _ action: F.Action,
    from origin: SendOrigin,
    _ task: ActionTask<F.Action, F.State>,
    _ id: RunningWork.ID
  ) -> Bool {
    let hasSuspended = turns.resume(id)
    listener?.handled(id, hasSuspended: hasSuspended)
    if !task.isNone { startEffect(task, of: action, from: origin) }
    startEffectsOfOthers()
    turns.conclude()
    return hasSuspended
  }

  /// Continues after an asynchronous handler has ended.
  private func goOn(handlingQueue: Bool) {
    turns.finish()
    if handlingQueue { handleQueue() }
    pruneChildren()
  }

  /// Handles the queued actions until one suspends or none is left.
  func handleQueue() {
    while turns.isNextsTurn {
      if pipeline.tracker != nil { reactInTurn() }
      guard turns.isNextsTurn, let next = queue.popFirst() else { continue }
      turns.setHasQueued(!queue.isEmpty)
      guard work.dequeue(next.id) else {
        if case .other(let turn) = next.content { turn.drop?() }
        continue
      }
      switch next.content {
      case .own(let action, let origin):
        _ = handleAdmitted(action, from: origin, id: next.id, in: StoreContexts.current)
      case .other(let turn): turn.take(next.id)
      }
    }
  }
}
