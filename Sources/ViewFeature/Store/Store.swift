import Logging
public import Observation
import StateEngine

/// Runs a feature: holds its state, handles its actions one at a time in the order of `send`, and
/// owns the effects that they start.
///
/// When the store goes away its effects are cancelled; nothing that runs keeps it alive.
@Observable
@MainActor
public final class Store<F: Feature> {
  /// An action that waits for the ones before it.
  private struct QueuedAction {
    let action: F.Action
    let origin: SendOrigin
    let id: RunningWork.ID
  }

  private enum Phase {
    case idle
    /// A handler is running and has not suspended.
    case handling
    /// A handler has suspended.
    case suspended
    /// An action ends: those who see that may send.
    case ending
  }

  /// The live state, which handlers and effects change.
  public let state: F.State
  let feature: F
  @ObservationIgnored private let taskManager: TaskManager
  @ObservationIgnored private let pipeline: ActionPipeline<F.Action, F.State>
  /// The handler's logic, if it does not suspend and there is nothing else to be done.
  @ObservationIgnored private let directLogic: SynchronousActionExecution<F.Action, F.State>?
  @ObservationIgnored private let admission: ActionAdmission<F.Action>?
  @ObservationIgnored private let work: RunningWork
  @ObservationIgnored private let runner: EffectRunner
  @ObservationIgnored private var queue = Queue<QueuedAction>()
  @ObservationIgnored private var hasQueuedActions = false
  @ObservationIgnored private var phase = Phase.idle
  /// Whether an action needs nothing but to be handled: nothing is to be looked up before or after.
  @ObservationIgnored private var isPlain: Bool
  /// Whether the state has left that of the parent.
  @ObservationIgnored private var hasEnded = false
  @ObservationIgnored private var children: ChildStores<F>?
  /// Where the action that middleware sees was sent.
  @ObservationIgnored private(set) var currentOrigin = SendOrigin.unknown
  /// The action whose handler is running, if anything has to wait for it.
  @ObservationIgnored private var currentID: RunningWork.ID?
  /// The way to its end of the action that is being handled, if it was not queued.
  @ObservationIgnored private var currentSent: SentAction?
  /// What the action that is being handled has, until it is done or in the tracker.
  @ObservationIgnored private var currentHold: ActionHold?

  /// Makes a store; `clock` is what effects with a debounce, a retry or the like wait with.
  public convenience init(
    initialState: F.State,
    feature: F,
    taskManager: TaskManager = TaskManager(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState,
      feature: feature,
      handler: feature.handle(),
      taskManager: taskManager,
      clock: clock
    )
  }

  init(
    initialState: F.State,
    feature: F,
    handler: ActionHandler<F.Action, F.State>,
    taskManager: TaskManager,
    clock: any Clock<Duration>
  ) {
    state = initialState
    self.feature = feature
    self.taskManager = taskManager
    admission = ActionAdmission(initialState)
    isPlain = admission == nil
    pipeline = handler.pipeline.presenting(errorsOn: admission?.screen)
    directLogic = pipeline.directLogic
    work = taskManager.work
    let weakSelf = WeakStore()
    let sender = ActionSender<F.Action> { action, origin in
      (weakSelf.object as? Store<F>)?.send(action, from: origin)
    }
    runner = EffectRunner(
      host: StoreHost(
        feature: F.self,
        state: initialState,
        sender: sender,
        pipeline: pipeline
      ),
      work: work,
      store: weakSelf,
      clock: clock
    )
    weakSelf.object = self
    if case .asynchronous = pipeline.logic {
      logger.debug(
        "A handler may suspend: the state may change after send has returned",
        metadata: ["feature": "\(F.self)"]
      )
    }
    StoreCreation.observer? { [weak work, owner = runner.owner] in
      guard let work else { return [] }
      return EffectTable<F.Action>(work: work, owner: owner).effects.map { "\($0)" }
    }
  }

  deinit {
    work.endOwner(runner.owner)
    if let children { MainThread.run { children.endAll() } }
  }

  /// Sends an action; never suspends.
  ///
  /// A handler that does not suspend has run when this returns, in the caller's SwiftUI transaction.
  /// Sent while another action is being handled, the action is queued; it is then handled before the
  /// outermost `send` returns or, behind a handler that has suspended, when that one is done.
  ///
  /// An action that is `ActionLockable` is dropped while an action with the same key is queued or
  /// not done. When the state is a `ScreenState`, it shows loading until an action is done whose
  /// `LoadingTrackable` conformance says so, and the errors of such a type of actions that no
  /// `catch` and no `onError` has handled.
  ///
  /// `effects` tells where the action was sent.
  @discardableResult
  public func send(
    _ action: F.Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SentAction {
    send(action, from: SendOrigin(fileID: fileID, line: line))
  }

  /// Sends an action: for where `send` is handed on as a function.
  @_disfavoredOverload
  @discardableResult
  public func send(_ action: F.Action) -> SentAction {
    send(action, from: .unknown)
  }

  /// Sends an action and answers a task that ends when the action is done, and that cancels it when
  /// it is cancelled itself.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Task<Void, Never> {
    let sent: SentAction = send(action, fileID: fileID, line: line)
    return ImmediateTask.start {
      await withTaskCancellationHandler {
        await sent.value
      } onCancel: {
        sent.cancel()
      }
    }
  }

  func send(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    guard phase == .idle, isPlain, EffectContext.current == nil else {
      return admit(action, from: origin)
    }
    let sent = handle(action, from: origin, id: nil)
    if hasQueuedActions { handleQueue() }
    return sent
  }

  /// What the store is running and why: each effect with the action that it belongs to and the place
  /// where that was sent, in the order of their start.
  ///
  /// In debug builds, and in tests; elsewhere it is empty.
  public var effects: [RunningEffect<F.Action>] { effectTable.effects }

  /// The number of running effects of the store's task manager.
  ///
  /// Of a composition each part counts that runs, and the composition itself while none does. An effect
  /// that a policy makes wait is not running.
  public var runningTaskCount: Int { taskManager.runningTaskCount }

  /// Whether an effect runs under an id; one that a policy makes wait is not running.
  public func isTaskRunning<ID: TaskID>(id: ID) -> Bool {
    taskManager.isTaskRunning(id: id)
  }

  /// Cancels the effects that run or wait under an id; an unknown id is ignored.
  public func cancelTask<ID: TaskID>(id: ID) {
    taskManager.cancelTask(id: id)
  }

  /// Cancels all effects of this store and of its children, running or waiting.
  ///
  /// Handlers go on, also those that have suspended, and queued actions are handled; these may start
  /// effects again. Other stores that share the task manager keep their effects.
  public func cancelAllTasks() {
    work.cancelWork(below: runner.owner)
    children?.cancelAllTasks()
  }

  /// Handles an action, or puts it behind the one that is being handled, if it is not to be dropped.
  private func admit(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    if hasEnded { return drop(action, "its store's state has left that of the parent") }
    let context = EffectContext.current
    let isOwn = context?.store === runner.store
    if isOwn, context?.isCancelled == true {
      return drop(action, "the effect that sent it was cancelled", SentAction.dropped)
    }
    let hold = admission?.admit(action)
    if admission != nil, hold == nil { return drop(action, "it is running") }
    guard phase == .idle else { return enqueue(action, from: origin, hold: hold) }
    currentHold = hold
    let sent =
      if isOwn || context == nil {
        handle(action, from: origin, id: nil)
      } else {
        handleInOwnContext(action, from: origin)
      }
    if hasQueuedActions { handleQueue() }
    pruneChildren()
    return sent
  }

  /// Handles an action that an effect of another store sends: what it starts is not that store's.
  private func handleInOwnContext(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    let id = makeCurrentID()
    let context = EffectContext(store: runner.store, work: work, node: id, action: id)
    return EffectContext.$current.withValue(context) { handle(action, from: origin, id: id) }
  }

  private func drop(
    _ action: F.Action,
    _ reason: String,
    _ sent: SentAction = SentAction()
  ) -> SentAction {
    logger.debug(
      "An action was dropped: \(reason)",
      metadata: ["action": "\(describeForLog(action))"]
    )
    return sent
  }

  /// Puts an action behind the one that is being handled.
  ///
  /// It is part of the action whose handler or effect sends it.
  private func enqueue(
    _ action: F.Action,
    from origin: SendOrigin,
    hold: ActionHold?
  ) -> SentAction {
    let parent = phase == .handling ? makeCurrentID() : contextAction
    let id = insertAction(parent: parent, isQueued: true, hold)
    queue.append(QueuedAction(action: action, origin: origin, id: id))
    hasQueuedActions = true
    return SentAction(work, id)
  }

  /// The action of this store that the current task belongs to.
  private var contextAction: RunningWork.ID? {
    guard let context = EffectContext.current, context.store === runner.store else { return nil }
    return context.action
  }

  /// Enters an action into the ledger; what it has is given back when it is done.
  private func insertAction(
    parent: RunningWork.ID?,
    isQueued: Bool,
    _ hold: ActionHold?
  ) -> RunningWork.ID {
    guard let finish = hold?.finish else {
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

  /// Handles an action up to its end, or up to where its handler suspends.
  ///
  /// It has an id already if it was queued.
  @discardableResult
  private func handle(
    _ action: F.Action,
    from origin: SendOrigin,
    id: RunningWork.ID?
  ) -> SentAction {
    phase = .handling
    currentID = id
    guard let directLogic else {
      currentOrigin = origin
      return proceed(action, from: origin, pipeline.begin(action, state))
    }
    do {
      return end(action, from: origin, try directLogic(action, state))
    } catch {
      return proceed(action, from: origin, pipeline.fail(error, action, state, result: .none))
    }
  }

  private func proceed(
    _ action: F.Action,
    from origin: SendOrigin,
    _ progress: ActionPipeline<F.Action, F.State>.Progress
  ) -> SentAction {
    switch progress {
    case .finished(let task): end(action, from: origin, task)
    case .suspended(let rest): handle(action, from: origin, inTask: rest)
    }
  }

  /// Starts the effect of an action that has been handled without suspending.
  private func end(
    _ action: F.Action,
    from origin: SendOrigin,
    _ task: ActionTask<F.Action, F.State>
  ) -> SentAction {
    // Starting an effect may cancel another, whose cancellation handler may send.
    if !task.isNone { start(task, of: action, from: origin) }
    guard let id = currentID else {
      if !isPlain, let hold = takeHold() {
        phase = .ending
        hold.release()
      }
      phase = .idle
      return SentAction()
    }
    let sent = takeSent()
    phase = .ending
    work.endHandler(id)
    phase = .idle
    return sent
  }

  private func start(
    _ task: ActionTask<F.Action, F.State>,
    of action: F.Action,
    from origin: SendOrigin
  ) {
    if hasEnded { return }
    let id = makeCurrentID()
    let cause = EffectCause(action: action, id: id, origin: origin)
    runner.start(task.content, in: EffectScope(cause: cause, parent: id))
  }

  /// The id of the action that is being handled, which is entered into the ledger if it is not yet.
  private func makeCurrentID() -> RunningWork.ID {
    if let currentID { return currentID }
    let id = insertAction(parent: contextAction, isQueued: false, isPlain ? nil : takeHold())
    currentID = id
    currentSent = SentAction(work, id)
    return id
  }

  private func takeSent() -> SentAction {
    defer {
      currentID = nil
      currentSent = nil
    }
    return currentSent ?? SentAction()
  }

  /// What the action that is being handled has, which is the caller's from now on.
  private func takeHold() -> ActionHold? {
    defer { currentHold = nil }
    return currentHold
  }

  /// Runs the part of an action's handling that may suspend; it starts at once where it can.
  private func handle(
    _ action: F.Action,
    from origin: SendOrigin,
    inTask rest: @escaping @MainActor () async -> ActionTask<F.Action, F.State>
  ) -> SentAction {
    let id = makeCurrentID()
    let sent = currentSent ?? SentAction()
    currentSent = nil
    let context = EffectContext(
      store: runner.store,
      work: work,
      node: id,
      action: id,
      isHandler: true
    ) { [weak self] run in
      let task = await EffectContext.$current.withValue(run) { await rest() }
      return self?.endSuspendable(action, from: origin, task, id) ?? true
    }
    let task = ImmediateTask.start { @MainActor in
      // The run is over, and holds nothing any more, when those who wait for it go on.
      let hasSuspended = await context.takeOperation()(context)
      context.work.endHandler(context.node)
      (context.store.object as? Store)?.goOn(handlingQueue: hasSuspended)
    }
    work.attach(task, to: id)
    if !work.isHandled(id) {
      phase = .suspended
      currentID = nil
      work.setSuspended(id, of: runner.owner)
    }
    return sent
  }

  /// Starts the effect of an action whose handler might have suspended.
  ///
  /// - Returns: Whether it has.
  private func endSuspendable(
    _ action: F.Action,
    from origin: SendOrigin,
    _ task: ActionTask<F.Action, F.State>,
    _ id: RunningWork.ID
  ) -> Bool {
    let hasSuspended = phase == .suspended
    if hasSuspended { work.setSuspended(nil, of: runner.owner) }
    phase = .handling
    currentID = id
    if !task.isNone { start(task, of: action, from: origin) }
    currentID = nil
    phase = .ending
    return hasSuspended
  }

  /// Goes on after an asynchronous handler has ended.
  private func goOn(handlingQueue: Bool) {
    phase = .idle
    if handlingQueue { handleQueue() }
    pruneChildren()
  }

  /// Handles the queued actions until one suspends or none is left.
  private func handleQueue() {
    while phase == .idle, let next = queue.popFirst() {
      if work.dequeue(next.id) { handle(next.action, from: next.origin, id: next.id) }
    }
    hasQueuedActions = !queue.isEmpty
  }
}

extension Store {
  var clock: any Clock<Duration> { runner.clock }
  var effectTable: EffectTable<F.Action> { EffectTable(work: runner.work, owner: runner.owner) }

  /// Lists effects in release builds, too.
  func listEffects() {
    runner.listsEffects = true
  }

  func onOutput(_ take: @escaping @MainActor (any Sendable) -> Void) {
    runner.onOutput = take
  }

  func deliver(output value: any Sendable) {
    runner.deliver(output: value)
  }

  func makeChildren() -> ChildStores<F> {
    if let children { return children }
    let new = ChildStores<F>()
    children = new
    isPlain = false
    return new
  }

  /// Ends the stores of children that have left the state.
  func pruneChildren(isComplete: Bool = false) {
    children?.prune(state, isComplete: isComplete)
  }

  /// Cancels everything, for good: the state has left that of the parent.
  func end() {
    hasEnded = true
    isPlain = false
    runner.onOutput = nil
    work.cancel(runner.owner)
    children?.endAll()
  }
}
