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
    let id: ActionTree.ID
  }

  private enum Phase {
    case idle
    /// A handler is running and has not suspended.
    case handling
    /// A handler has suspended.
    case suspended
  }

  /// The live state, which handlers and effects change.
  public let state: F.State
  let feature: F
  @ObservationIgnored private let taskManager: TaskManager
  @ObservationIgnored private let pipeline: ActionPipeline<F.Action, F.State>
  /// The handler's logic, if it does not suspend and there is nothing else to be done.
  @ObservationIgnored private let directLogic: SynchronousActionExecution<F.Action, F.State>?
  @ObservationIgnored private let admission: ActionAdmission<F.Action>?
  @ObservationIgnored private let tracker: ActionTracker
  @ObservationIgnored private let runner: EffectRunner<F>
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
  @ObservationIgnored private var currentID: ActionTree.ID?
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
    tracker = ActionTracker(registry: taskManager.registry)
    let weakSelf = WeakStore()
    runner = EffectRunner(
      state: initialState,
      pipeline: pipeline,
      tracker: tracker,
      store: weakSelf,
      clock: clock
    )
    weakSelf.object = self
    StoreCreation.observer? { [weak table = runner.table] in
      table?.effects.map { "\($0)" } ?? []
    }
  }

  deinit {
    tracker.cancelAll()
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
    guard phase == .idle, isPlain else { return admit(action, from: origin) }
    let sent = handle(action, from: origin, id: nil)
    if hasQueuedActions { handleQueue() }
    return sent
  }

  /// What the store is running and why: each effect with the action that it belongs to and the place
  /// where that was sent, in the order of their start.
  ///
  /// In debug builds; elsewhere it is empty.
  public var effects: [RunningEffect<F.Action>] { runner.table.effects }

  /// The number of running effects; of a composition each part counts.
  public var runningTaskCount: Int { taskManager.runningTaskCount }

  /// Whether an effect runs under an id.
  public func isTaskRunning<ID: TaskID>(id: ID) -> Bool {
    taskManager.isTaskRunning(id: id)
  }

  /// Cancels the effects of an id; an unknown id is ignored.
  public func cancelTask<ID: TaskID>(id: ID) {
    taskManager.cancelTask(id: id)
  }

  /// Cancels all effects.
  public func cancelAllTasks() {
    taskManager.cancelAllTasks()
  }

  /// Handles an action, or puts it behind the one that is being handled, if it is not to be dropped.
  private func admit(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    if hasEnded { return drop(action, "its store's state has left that of the parent") }
    let hold = admission?.admit(action)
    if admission != nil, hold == nil { return drop(action, "it is running") }
    guard phase == .idle else { return enqueue(action, from: origin, hold: hold) }
    currentHold = hold
    let sent = handle(action, from: origin, id: nil)
    if hasQueuedActions { handleQueue() }
    pruneChildren()
    return sent
  }

  private func drop(_ action: F.Action, _ reason: String) -> SentAction {
    logger.debug(
      "An action was dropped: \(reason)",
      metadata: ["action": "\(describeForLog(action))"]
    )
    return SentAction()
  }

  /// Puts an action behind the one that is being handled.
  ///
  /// It is part of the action whose handler or effect sends it.
  private func enqueue(
    _ action: F.Action,
    from origin: SendOrigin,
    hold: ActionHold?
  ) -> SentAction {
    let parent = phase == .handling ? makeCurrentID() : EffectContext.action(in: tracker)
    let id = tracker.insert(parent: parent, isQueued: true, finish: hold?.finish)
    queue.append(QueuedAction(action: action, origin: origin, id: id))
    hasQueuedActions = true
    return SentAction(tracker, id)
  }

  /// Handles an action up to its end, or up to where its handler suspends.
  ///
  /// It has an id already if it was queued.
  @discardableResult
  private func handle(
    _ action: F.Action,
    from origin: SendOrigin,
    id: ActionTree.ID?
  ) -> SentAction {
    phase = .handling
    currentID = id
    if let context = EffectContext.current, context.tracker !== tracker {
      return handleInOwnContext(action, from: origin)
    }
    return handle(action, from: origin)
  }

  /// Handles an action that an effect of another store sends: what it starts is not that store's.
  private func handleInOwnContext(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    let context = EffectContext(
      store: runner.store,
      tracker: tracker,
      action: makeCurrentID(),
      handlerTask: 0
    )
    return EffectContext.$current.withValue(context) { handle(action, from: origin) }
  }

  private func handle(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    guard let directLogic else {
      currentOrigin = origin
      return proceed(action, from: origin, pipeline.begin(action, state))
    }
    do {
      let task = try directLogic(action, state)
      if task.isNone, currentID == nil {
        phase = .idle
        if !isPlain { takeHold()?.release() }
        return SentAction()
      }
      return end(action, from: origin, task)
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
    if let effect = task.effect { start(effect, of: action, from: origin) }
    phase = .idle
    guard let id = currentID else {
      if !isPlain { takeHold()?.release() }
      return SentAction()
    }
    currentID = nil
    let sent = SentAction(tracker, id)
    tracker.endHandler(id)
    return sent
  }

  private func start(
    _ effect: EffectDescription,
    of action: F.Action,
    from origin: SendOrigin
  ) {
    if hasEnded { return }
    runner.start(
      effect,
      cause: EffectCause(action: action, id: makeCurrentID(), origin: origin)
    )
  }

  /// The id of the action that is being handled, which is entered into the tracker if it is not yet.
  private func makeCurrentID() -> ActionTree.ID {
    if let currentID { return currentID }
    let id = tracker.insert(
      parent: EffectContext.action(in: tracker),
      isQueued: false,
      finish: isPlain ? nil : takeHold()?.finish
    )
    currentID = id
    return id
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
    let sent = SentAction(tracker, id)
    tracker.registry.run(group: id, isCounted: false, startsAtOnce: true) {
      [weak self, tracker, store = runner.store] in
      let context = EffectContext(
        store: store,
        tracker: tracker,
        action: id,
        handlerTask: EffectContext.currentTask
      )
      let task = await EffectContext.$current.withValue(context) { await rest() }
      guard let self else { return tracker.endHandler(id) }
      let hasSuspended = phase == .suspended
      phase = .handling
      currentID = id
      if let effect = task.effect { start(effect, of: action, from: origin) }
      phase = .idle
      currentID = nil
      tracker.endHandler(id)
      if hasSuspended { handleQueue() }
      pruneChildren()
    }
    if !tracker.isHandled(id) {
      phase = .suspended
      currentID = nil
    }
    return sent
  }

  /// Handles the queued actions until one suspends or none is left.
  private func handleQueue() {
    while phase == .idle, let next = queue.popFirst() {
      if tracker.dequeue(next.id) { handle(next.action, from: next.origin, id: next.id) }
    }
    hasQueuedActions = !queue.isEmpty
  }
}

extension Store {
  var clock: any Clock<Duration> { runner.clock }
  var effectTable: EffectTable<F.Action> { runner.table }
  var registry: TaskRegistry { taskManager.registry }

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
  func pruneChildren() {
    children?.prune(state)
  }

  /// Cancels everything, for good: the state has left that of the parent.
  func end() {
    hasEnded = true
    isPlain = false
    runner.onOutput = nil
    tracker.cancelAll()
    children?.endAll()
  }
}
