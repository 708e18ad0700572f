import Logging
public import Observation
import StateCore
import StateRecord

/// Runs a feature: holds its state, handles its actions one at a time in the order of `send`, and
/// owns the effects that they start.
///
/// When the store goes away its effects are cancelled; nothing that runs keeps it alive.
@Observable
@MainActor
public final class Store<F: Feature> {
  /// An action that waits for the ones before it.
  struct QueuedAction {
    enum Content {
      case own(F.Action, SendOrigin)
      case childs(ChildDelivery<F.State>)
    }

    let content: Content
    let id: RunningWork.ID
  }

  /// The live state, which handlers and effects change.
  public let state: F.State
  let feature: F
  /// Whether the state shows an earlier one and actions are refused.
  public private(set) var isTravelling = false
  @ObservationIgnored private let taskManager: TaskManager
  @ObservationIgnored let pipeline: ActionPipeline<F.Action, F.State>
  /// The handler's logic, if it does not suspend and there is nothing else to be done.
  @ObservationIgnored let directLogic: SynchronousActionExecution<F.Action, F.State>?
  @ObservationIgnored let admission: ActionAdmission<F.Action>?
  @ObservationIgnored let work: RunningWork
  @ObservationIgnored let runner: EffectRunner
  @ObservationIgnored var turns: ActionTurns
  @ObservationIgnored var handover = ActionHandover()
  @ObservationIgnored var queue = Queue<QueuedAction>()
  @ObservationIgnored private(set) var children: ChildStores<F>?
  /// Ends this store if its state has left that of the parent.
  @ObservationIgnored private var endIfGone: (@MainActor () -> Void)?
  /// Makes the stores of children that have reactions, if any have.
  @ObservationIgnored private(set) var entrance: ChildEntrance<F>?
  /// Takes the wish of the feature to go.
  @ObservationIgnored var onDismiss: (@MainActor () -> Void)?
  /// The events, if somebody records the store.
  @ObservationIgnored private(set) var recording: StoreRecording?

  /// Makes a store, whose effects wait with `clock` for debounce, retry and the like.
  ///
  /// Its handlers and effects, and those of its children, have `environment` as `StoreEnvironment.current`: with
  /// `.live` the values of the system, with `.inherited` those of the task that sends.
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
      handler: feature.handle(),
      taskManager: taskManager,
      clock: clock,
      environment: environment
    )
    followChildren()
  }

  init(
    initialState: F.State,
    feature: F,
    handler: ActionHandler<F.Action, F.State>,
    taskManager: TaskManager,
    clock: any Clock<Duration>,
    environment: StoreEnvironment,
    guide: (any ReplayGuide)? = nil
  ) {
    state = initialState
    self.feature = feature
    self.taskManager = taskManager
    admission = ActionAdmission(initialState, isReplay: guide != nil)
    turns = ActionTurns(needsNoLookup: admission == nil && environment.isInherited && guide == nil)
    let weakSelf = WeakStore()
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
      values: environment.isInherited ? nil : environment,
      guide: guide
    )
    weakSelf.object = self
    if EventCenter.recordsNewStores {
      startRecording()
      StoreRecording.enterNew(self)
    }
    if let tracker = pipeline.tracker {
      turns.requireLookups()
      tracker.start(self)
    }
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
    if !turns.hasEnded { recording?.emit(.storeEnded) }
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

  /// Sends an action and returns a task that ends when the action is done, and that cancels it when
  /// it is cancelled itself.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Task<Void, Never> {
    let sent: SentAction = send(action, fileID: fileID, line: line)
    return ImmediateTask.start { await sent.endWithCaller() }
  }

  func send(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    guard turns.isFree, EffectContext.current == nil else { return admit(action, from: origin) }
    let sent = handle(action, from: origin, id: nil)
    if turns.hasQueued { handleQueue() }
    return sent
  }

  /// The running effects of the store: each effect with the action that it belongs to and the place
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
}

extension Store {
  var clock: any Clock<Duration> { runner.clock }
  var environment: StoreEnvironment { runner.values ?? .inherited }
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
    let new = ChildStores<F> { [weak self] in self?.pruneChildren(isComplete: true) }
    children = new
    turns.requireLookups()
    return new
  }

  /// Calls `endIfGone` before each action: the parent's state may have changed in this turn.
  func follow(_ endIfGone: @escaping @MainActor () -> Void) {
    self.endIfGone = endIfGone
    turns.requireLookups()
  }

  /// Ends this store if its state has left that of the parent.
  func followParent() {
    endIfGone?()
  }

  func setEntrance(_ entrance: ChildEntrance<F>) {
    self.entrance = entrance
    turns.requireLookups()
  }

  /// Ends the stores of children that have left the state.
  func pruneChildren(isComplete: Bool = false) {
    children?.prune(state, isComplete: isComplete)
    // No observer tells of changes of this state.
    if let entrance, !entrance.isObservable { entrance.enter() }
  }

  /// Cancels everything, for good: the state has left that of the parent.
  func end() {
    if turns.hasEnded { return }
    turns.end()
    runner.onOutput = { _ in
      logger.debug(
        "An output was dropped: its store's state has left that of the parent",
        metadata: ["feature": "\(F.self)"]
      )
    }
    onDismiss = nil
    endIfGone = nil
    work.cancel(runner.owner)
    children?.endAll()
    recording?.emit(.storeEnded)
  }

  func setTravelling(_ isTravelling: Bool) {
    turns.setTravelling(isTravelling)
    self.isTravelling = isTravelling
  }

  func setRecording(_ recording: StoreRecording?) {
    self.recording = recording
    runner.store.recording = recording
  }
}
