import Logging
public import Observation
package import StateCore

/// A store that runs a feature: it holds the state, handles actions one at a time, and owns their effects.
///
/// Actions are handled in the order of `send`. When the store is deallocated, its effects are cancelled; running work
/// doesn't keep the store alive.
@Observable
@MainActor
public final class Store<F: Feature> {
  /// An action that waits for earlier ones.
  struct QueuedAction {
    enum Content {
      case own(F.Action, SendOrigin)
      /// A turn for others, such as the children.
      case other(QueuedTurn)
    }

    let content: Content
    let id: RunningWork.ID
  }

  /// The live state, which handlers and effects change.
  public let state: F.State
  /// The environment of the store's handlers and effects, constant for its life.
  public let environment: StoreEnvironment
  package let feature: F
  /// The environment that the store's was made from.
  private let inherited: StoreEnvironment
  /// Whether the state shows an earlier one and actions are refused.
  public private(set) var isTravelling = false
  @ObservationIgnored private let taskManager: TaskManager
  @ObservationIgnored let pipeline: ActionPipeline<F.Action, F.State>
  /// The handler's logic, if it doesn't suspend and all other steps are empty.
  @ObservationIgnored let directLogic: SynchronousActionExecution<F.Action, F.State>?
  @ObservationIgnored let admission: ActionAdmission<F.Action>?
  @ObservationIgnored let work: RunningWork
  @ObservationIgnored let runner: EffectRunner
  @ObservationIgnored var turns: ActionTurns
  @ObservationIgnored var handover = ActionHandover()
  @ObservationIgnored var queue = Queue<QueuedAction>()
  @ObservationIgnored private(set) var children: (any StoreChildren<F.State>)?
  /// Ends this store if its state was removed from the parent's.
  @ObservationIgnored private(set) var endIfGone: (@MainActor () -> Void)?
  /// Creates the stores of children that have reactions, if any have.
  @ObservationIgnored private(set) var entrance: ChildEntrance<F>?
  /// The life cycle, if the feature or its children may have hooks.
  @ObservationIgnored private(set) var life: StoreLife<F>?
  /// Handles the feature's dismissal.
  @ObservationIgnored package var onDismiss: (@MainActor () -> Void)?
  // Not visible to other modules, so the compiler needs no checks of accesses at run time.
  @ObservationIgnored private(set) var currentListener: (any StoreListener)?

  /// Creates a store whose effects use `clock` for debounce, retry and other delays.
  ///
  /// In its handlers and effects, and in those of its children, `StoreEnvironment.current` is `environment`: with
  /// `.live`, the values of the system and live values, and with `.inherited`, the environment of the code that creates
  /// the store, or else the process's default. A `clock` other than a `ContinuousClock` replaces the environment's.
  public convenience init(
    initialState: F.State,
    feature: F,
    taskManager: TaskManager = TaskManager(),
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment = .inherited
  ) {
    self.init(
      initialState: initialState,
      feature: feature,
      handler: environment.resolved(clock: clock).creating(F.self) { feature.handle() },
      taskManager: taskManager,
      clock: clock,
      environment: environment
    )
    followChildren()
  }

  package init(
    initialState: F.State,
    feature: F,
    handler: ActionHandler<F.Action, F.State>,
    taskManager: TaskManager,
    clock: any Clock<Duration>,
    environment: StoreEnvironment,
    inherited: StoreEnvironment = .current,
    execution: StoreExecution = .whole
  ) {
    let given = environment.resolved
    let clock = clock is ContinuousClock ? given.ownClock ?? clock : clock
    let environment = clock is ContinuousClock ? given : given.with(clock)
    let isPlain = environment.isOfProcess && !ProvidedUse.hasBegun
    self.environment = environment
    self.inherited = inherited
    state = initialState
    self.feature = feature
    self.taskManager = taskManager
    admission = ActionAdmission(initialState, execution)
    turns = ActionTurns(
      needsNoLookup: admission == nil && isPlain && execution.isWhole
    )
    let weakSelf = WeakStore(feature: F.self, environment: environment)
    pipeline = handler.pipeline.presenting(errorsOn: admission?.screen)
      .tracking(initialState, of: weakSelf)
    directLogic = pipeline.directLogic
    work = taskManager.work
    let sender = ActionSender<F.Action> { action, origin in
      (weakSelf.object as? Store<F>)?.send(action, from: origin)
    }
    runner = EffectRunner(
      environment: StoreEffectEnvironment(
        feature: F.self,
        state: initialState,
        sender: sender,
        store: weakSelf,
        pipeline: pipeline
      ),
      work: work,
      store: weakSelf,
      clock: clock,
      isPlain: isPlain,
      execution: execution
    )
    weakSelf.object = self
    CoreListening.storeBegan?(self)
    if let tracker = pipeline.tracker {
      turns.requireLookups()
      tracker.start(self)
    }
    if case .asynchronous = pipeline.logic {
      logger.debug(
        "A handler may suspend, so the state may change after send returns",
        metadata: ["feature": "\(F.self)"]
      )
    }
    // A weak reference makes each retain of its object more expensive, and each effect retains `work`.
    StoreCreation.observer? { [weak runner] in
      guard let runner else { return [] }
      let table = EffectTable<F.Action>(work: runner.work, owner: runner.owner)
      return table.effects.map { "\($0)" }
    }
  }

  deinit {
    if let life, !turns.hasEnded {
      // Children end before their parents, and effects are cancelled after `onEnd`.
      return MainThread.run { [children, work, owner = runner.owner, listener = currentListener] in
        children?.endAll()
        life.end()
        work.endOwner(owner)
        listener?.ended()
      }
    }
    work.endOwner(runner.owner)
    if !turns.hasEnded { currentListener?.ended() }
    if let children { MainThread.run { children.endAll() } }
  }

  /// Sends an action without suspending.
  ///
  /// A handler that doesn't suspend has run when this function returns, in the caller's SwiftUI transaction. An action
  /// that is sent while another one is being handled is queued. It is handled before the outermost `send` returns or,
  /// behind a handler that has suspended, when that handler is done.
  ///
  /// An `ActionLockable` action is dropped while an action with the same key is queued or not done.
  ///
  /// If the state is a `ScreenState` and the type of actions is `LoadingTrackable`, the state shows loading until the
  /// actions that track loading are done. It also shows the errors that no `catch` and no `onError` has handled.
  ///
  /// `effects` reports where the action was sent.
  @discardableResult
  @inlinable
  public func send(
    _ action: F.InputAction,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SentAction {
    sendAction(F.action(action), fileID: fileID, line: line)
  }

  /// Sends an action; this overload lets you pass `send` as a function.
  @_disfavoredOverload
  @discardableResult
  public func send(_ action: F.InputAction) -> SentAction {
    send(F.action(action), from: .unknown)
  }

  /// Sends an action.
  ///
  /// The returned task ends when the action is done, and cancelling the task cancels the action.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.InputAction,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Task<Void, Never> {
    let sent: SentAction = send(action, fileID: fileID, line: line)
    return ImmediateTask.start { await sent.endWithCaller() }
  }

  /// Sends any action; the part of `send` that isn't inlined.
  @discardableResult
  @usableFromInline
  func sendAction(_ action: F.Action, fileID: StaticString, line: UInt) -> SentAction {
    send(action, from: SendOrigin(fileID: fileID, line: line))
  }

  package func send(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    guard turns.isFree, StoreContexts.current == nil else {
      return sendObserved(action, from: origin)
    }
    let sent = handle(action, from: origin, id: nil)
    if turns.hasQueued { handleQueue() }
    return sent
  }

  /// The running effects of the store, in the order of their start.
  ///
  /// Each effect names the action that it belongs to and the place where that action was sent. The list is available in
  /// debug builds and in tests, and is otherwise empty.
  public var effects: [RunningEffect<F.Action>] { effectTable.effects }

  /// The number of running effects of the store's task manager.
  ///
  /// In a composition, each running part counts; the composition itself counts while none of its parts runs. An effect
  /// that waits because of a policy isn't running.
  public var runningTaskCount: Int { taskManager.runningTaskCount }

  /// Returns whether an effect runs under an id; an effect that waits because of a policy isn't running.
  public func isTaskRunning<ID: TaskID>(id: ID) -> Bool {
    taskManager.isTaskRunning(id: id)
  }

  /// Cancels the effects that run or wait under an id; an unknown id is ignored.
  public func cancelTask<ID: TaskID>(id: ID) {
    taskManager.cancelTask(id: id)
  }

  /// Cancels all effects of this store and of its children, running or waiting.
  ///
  /// Handlers continue, including those that have suspended, and queued actions are handled; they may start effects
  /// again. Other stores that share the task manager keep their effects.
  public func cancelAllTasks() {
    work.cancelWork(below: runner.owner)
    children?.cancelAllTasks()
  }
}

extension Store {
  package var listener: (any StoreListener)? { currentListener }
  package var clock: any Clock<Duration> { runner.clock }
  /// Whether a replay provides the effects.
  package var isReplaying: Bool { !runner.execution.isWhole }
  /// The keys that this store has set in its environment, and its parent hasn't.
  package var overriddenKeys: [any Any.Type] { environment.keys(setSince: inherited) }
  package var effectTable: EffectTable<F.Action> {
    EffectTable(work: runner.work, owner: runner.owner)
  }

  /// Lists effects in release builds, too.
  package func listEffects() {
    runner.listsEffects = true
  }

  package func onOutput(_ take: @escaping @MainActor (any Sendable) -> Void) {
    runner.onOutput = take
  }

  func deliver(output value: any Sendable) {
    runner.deliver(output: value)
  }

  func setChildren(_ children: any StoreChildren<F.State>) {
    self.children = children
    turns.requireLookups()
  }

  /// Calls `endIfGone` before each action, because the parent's state may have changed in this turn.
  func follow(_ endIfGone: @escaping @MainActor () -> Void) {
    self.endIfGone = endIfGone
    turns.requireLookups()
  }

  /// Ends this store if its state was removed from the parent's.
  ///
  /// A root that has not begun does so.
  func followParent() {
    endIfGone?()
    beginRoot()
    // Children that earlier changes have added don't begin as a part of the next action.
    if life != nil, turns.phase == .idle { entrance?.runIfPending() }
  }

  func setLife(_ life: StoreLife<F>) {
    self.life = life
    turns.requireLookups()
  }

  func setEntrance(_ entrance: ChildEntrance<F>) {
    self.entrance = entrance
    turns.requireLookups()
  }

  /// Ends the stores of children whose states were removed.
  func pruneChildren(isComplete: Bool = false) {
    children?.prune(state, isComplete: isComplete)
    // No observer reports changes of this state.
    if let entrance, !entrance.isObservable { entrance.enter() }
  }

  /// Cancels everything permanently, because the state was removed from the parent's.
  package func end() {
    if turns.hasEnded { return }
    turns.end()
    if let life {
      // Children end before their parents.
      children?.endAll()
      life.end()
    }
    runner.onOutput = { _ in
      logger.debug(
        "An output was dropped: its feature's state was removed from the parent's",
        metadata: ["feature": "\(F.self)"]
      )
    }
    onDismiss = nil
    endIfGone = nil
    work.cancel(runner.owner)
    children?.endAll()
    listener?.ended()
  }

  func setHold(_ hold: DropReason?) {
    turns.setHold(hold)
    isTravelling = hold != nil
  }

  func setListener(_ listener: (any StoreListener)?) {
    currentListener = listener
    runner.store.listener = listener
    work.setListener(listener, of: runner.owner)
  }
}
