package import StateCore

/// The beginning and the end of a store, with the work of its observers.
extension Store {
  /// Waits for the calling task's cancellation, and counts as an observer of the store until then.
  ///
  /// The effects of `whilePresented` run while the store has observers. In SwiftUI, use the modifier `presents`.
  public func presented() async {
    addObserver()
    // Its iteration ends when the task is cancelled.
    for await _ in AsyncStream<Never>.makeStream().stream {}
    removeObserver()
  }

  package func addObserver() {
    guard let life else { return }
    life.cycle.addObserver()
    settlePresentationLater()
  }

  package func removeObserver() {
    guard let life else { return }
    life.cycle.removeObserver()
    settlePresentationLater()
  }

  /// Presents the store for a view.
  func present(_ presence: StorePresence) {
    presence.present {
      addObserver()
    } until: { [weak self] in
      self?.removeObserver()
    }
  }

  private func settlePresentationLater() {
    guard let life, life.hooks?.whilePresented.isEmpty == false else { return }
    life.settle { [weak self] in self?.settlePresentation() }
  }

  /// Starts or cancels the work for the observers.
  package func settlePresentation() {
    followParent()
    guard let life, !turns.hasEnded, !turns.isHeld else { return }
    switch life.cycle.settlePresentation() {
    case .start: startPresentation(life)
    case .cancel: life.presented.take()?.cancel()
    case nil: return
    }
  }

  private func startPresentation(_ life: StoreLife<F>) {
    let hooks = life.hooks?.whilePresented ?? []
    let isIdle = turns.phase == .idle
    let id = work.insertAction(owner: runner.owner, parent: nil, isQueued: !isIdle)
    if isIdle {
      life.presented = SentAction(work, id)
      run(.whilePresented, hooks, id)
      return
    }
    let turn = QueuedTurn(
      take: { [weak self] in self?.run(.whilePresented, hooks, $0) },
      drop: nil
    )
    life.presented = enqueue(.other(turn), id)
  }

  // MARK: Beginning

  /// Begins the root now or in the next turn of the main actor, if it has a life cycle.
  func waitForBeginning() {
    guard let life else { return }
    life.beginsItself = true
    life.inNextTurn { [weak self] in self?.beginLife() }
  }

  /// Runs `onStart`, unless the store has begun, and begins the children.
  ///
  /// In a replay, a store begins in the handler that has led to it, or when the session says so.
  func beginLife(isForced: Bool) {
    if LifeCycleTurn.isDelayed {
      guard let life, !life.cycle.hasBegun else { return }
      return LifeCycleTurn.wait { [weak self] in self?.beginLife(isForced: isForced) }
    }
    guard mayBegin(isForced) else { return }
    // Earlier changes of other code may have removed this child or one above it.
    _ = PendingReactions.begin()
    guard let life, mayBegin(isForced), life.cycle.begin() else { return }
    if let hooks = life.hooks?.onStart, !hooks.isEmpty {
      let id = work.insertAction(owner: runner.owner, parent: nil, isQueued: false)
      // The ledger counts the handle as an observer of the turn.
      let sent = SentAction(work, id)
      run(.onStart, hooks, id)
      withExtendedLifetime(sent) {}
    }
    beginChildren()
    settlePresentationLater()
  }

  private func mayBegin(_ isForced: Bool) -> Bool {
    guard let life, !life.cycle.hasBegun, !life.cycle.hasEnded else { return false }
    // The session of a replay has no entry for a beginning without functions.
    let isSilent = life.hooks?.onStart.isEmpty ?? true
    return !turns.hasEnded && !turns.isHeld && turns.phase == .idle
      && (isForced || isSilent || runner.execution.runsHooks)
  }

  package func beginLife() { beginLife(isForced: false) }

  /// Begins a child whose store exists, if this store has begun.
  func begin<Child: Feature>(child: Store<Child>) {
    guard let childLife = child.life, !childLife.cycle.hasBegun else { return }
    if life?.cycle.hasBegun ?? true { child.beginLife() }
  }

  /// Begins a child whose store exists in the next turn, unless it begins earlier.
  func beginLater<Child: Feature>(child: Store<Child>) {
    guard let childLife = child.life, !childLife.cycle.hasBegun else { return }
    childLife.inNextTurn { [weak self, weak child] in
      if let child { self?.begin(child: child) }
    }
  }

  /// Begins a root that has not begun.
  func beginRoot() {
    if let life, life.beginsItself, !LifeCycleTurn.isBeforeListening { beginLife() }
  }

  /// Begins the children that have not begun, in the order of their declarations and lists.
  func beginChildren() {
    guard life?.cycle.hasBegun ?? true, !turns.hasEnded else { return }
    entrance?.makeStores()
    // Computed properties declare these.
    for child in childStores { child.beginLife() }
  }

  /// Begins the stores of this tree that a hold has kept from it.
  package func beginAll() {
    guard !turns.hasEnded, !turns.isHeld, !LifeCycleTurn.isDelayed else { return }
    beginRoot()
    if let life, !life.cycle.hasBegun { return }
    beginChildren()
    for child in childStores { child.beginAll() }
    settlePresentationLater()
  }

  /// Runs hooks in a turn of the store.
  private func run(
    _ hook: LifeCycleHook,
    _ functions: [LifeCycleHooks<F.Action, F.State>.Added],
    _ id: RunningWork.ID
  ) {
    if turns.hasEnded { return work.endHandler(id) }
    turns.begin(id)
    runner.withEnvironment {
      handle(hook, id) {
        let first = PendingReactions.begin()
        let tasks = inOwnContext(id) { functions.map { ($0.start(state), $0.origin) } }
        listener?.handled(id, hasSuspended: false)
        PendingReactions.run(since: first)
        // Existing children begin before the effects too.
        if hook == .onStart { beginChildren() }
        pipeline.probe?.endStart()
        // Their outputs don't belong to an effect that has led here.
        inOwnContext(id) { for (task, origin) in tasks { start(task, hook, from: origin, id) } }
      }
    }
    turns.conclude()
    work.endHandler(id)
    turns.finish()
    reactToChanges()
  }

  private func handle(_ hook: LifeCycleHook, _ id: RunningWork.ID, _ body: () -> Void) {
    guard let listener else { return body() }
    listener.runs(hook, id)
    listener.handling(id, body)
  }

  private func start(
    _ task: ActionTask<F.Action, F.State>,
    _ hook: LifeCycleHook,
    from origin: SendOrigin,
    _ id: RunningWork.ID
  ) {
    if turns.hasEnded || task.isNone { return }
    let cause = EffectCause(action: LifeCycleCause(hook: hook), id: id, origin: origin)
    runner.start(
      pipeline.transformed(task).content,
      in: EffectScope(cause: cause, parent: id)
    )
  }

  // MARK: Replay

  /// Treats this store and its children as begun, because a session may have begun later.
  package func assumeLife() {
    life?.cycle.assumeBeginning()
    for child in childStores { child.assumeLife() }
  }

  package func awaitLife() {
    life?.cycle.awaitBeginning()
    for child in childStores { child.awaitLife() }
  }

  package func replay(_ hook: LifeCycleHook) {
    switch hook {
    case .onStart:
      awaitLife()
      beginLife(isForced: true)
    case .whilePresented:
      if let life, turns.phase == .idle { startPresentation(life) }
    }
  }
}
