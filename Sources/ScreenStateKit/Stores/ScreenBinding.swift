import IssueReporting
import Logging
public import StateCore
import StateFields

/// The binding of a `ScreenStore` to its state, which also holds the work that the store does for the state.
///
/// The binding holds the state weakly. When the state is deallocated or another one is bound, running work is cancelled
/// and waiting work is dropped. When the store is deallocated, waiting work is dropped; running work keeps the store
/// alive.
///
/// If a store receives an action or changes its state before it is bound, it reports an issue in debug builds, and logs
/// an error in release builds. Each store reports this once.
public final class ScreenBinding<State: ScreenState>: Sendable {
  let line = ActionLine()
  package let work = RunningWork()
  package let clock: any Clock<Duration>
  /// The environment of the store's work; `nil` for that of its sender.
  private let environment: StoreEnvironment?
  private let bound: Locked<BoundScreen>

  /// Creates a binding whose `clock` measures debounce, throttle, retry, and timeout intervals.
  ///
  /// If the code that creates the store has an environment, it is also that of the store's actions. Otherwise each
  /// action has the environment of its sender.
  public convenience init(clock: any Clock<Duration> = ContinuousClock()) {
    self.init(StoreContexts.current?.environment, clock: clock)
  }

  /// Creates a binding whose store performs its actions, and follows sequences, with `environment`.
  ///
  /// A `clock` other than a `ContinuousClock` replaces the environment's clock.
  public convenience init(
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment
  ) {
    let inherited = StoreContexts.current?.environment
    self.init(environment.isInherited ? inherited : environment, clock: clock)
  }

  private init(_ environment: StoreEnvironment?, clock: any Clock<Duration>) {
    let isGiven = !(clock is ContinuousClock)
    self.environment = isGiven ? environment?.with(clock) : environment
    self.clock = isGiven ? clock : environment?.ownClock ?? clock
    bound = Locked(BoundScreen(period: WorkPeriod(owner: work.insertOwner())))
  }

  deinit {
    let bound = bound.withLock { $0 }
    bound.stateListener?.storeWillLeave()
    cancelAll()
    bound.period.ownWork?.cancelAll()
    bound.observation?.cancel()
    bound.stateListener?.storeHasLeft()
  }

  /// The state, while it exists.
  public var state: State? { screen.map { unsafeDowncast($0, to: State.self) } }

  /// The state, without its own type.
  var screen: ScreenState? { bound.withLock { $0.state } }

  /// Cancels running actions and drops waiting ones.
  ///
  /// Observations continue until their sequence ends, their handle is cancelled, the store or the state ends, or
  /// another state is bound.
  public func cancelAll() {
    work.cancelAllWork()
  }

  /// Runs code that starts work of a store, with the environment of this work.
  ///
  /// Its own work doesn't belong to the run of the calling code, whose cancellation would end it.
  func withEnvironment<Result>(
    of store: any Any.Type,
    isOwnWork: Bool = false,
    _ body: () -> Result
  ) -> Result {
    let outer = StoreContexts.current
    let run = isOwnWork ? nil : outer?.run
    // Without its own environment, a store needs a context only for the wrapper that looks for the store.
    guard environment != nil || ProvidedUse.hasBegun || (isOwnWork && outer?.run != nil) else {
      return body()
    }
    let context = EnvironmentContext(
      environment ?? outer?.environment ?? .ofProcess,
      of: store,
      in: run
    )
    return StoreContexts.$current.withValue(context, operation: body)
  }

  // MARK: Actions

  /// The state, and the action whose error it shows.
  var start: ActionStart {
    // Outside the lock, because the references read here may be the last ones.
    let (state, failedAction) = bound.withLock { ($0.state, $0.failedAction) }
    return ActionStart(state: state, failedAction: failedAction)
  }

  /// Returns what decides about an action when it arrives.
  func entrance<Action>(for type: Action.Type) -> ScreenEntrance {
    let (isHeld, listener, owner, known) = bound.withLock {
      ($0.isHeld, $0.stateListener, $0.period.owner, $0.traits)
    }
    if let known, known.type == type {
      return ScreenEntrance(isHeld: isHeld, listener: listener, owner: owner, traits: known)
    }
    let traits = ActionTraits(of: type)
    bound.withLock { $0.traits = traits }
    return ScreenEntrance(isHeld: isHeld, listener: listener, owner: owner, traits: traits)
  }

  /// Records that an action shows an error.
  func note(_ failedAction: FailedAction) {
    bound.withLock { $0.failedAction = failedAction }
  }

  /// Reports, once, that something needs the state of a store that was never bound.
  ///
  /// After the end of a state it reports nothing, because an action may arrive when its screen has just disappeared.
  func reportUnbound(
    _ message: @autoclosure () -> String,
    _ metadata: @autoclosure () -> Logger.Metadata
  ) {
    let isToReport = bound.withLock { bound in
      let isToReport = bound.bindCount == 0 && !bound.isReported
      if isToReport { bound.isReported = true }
      return isToReport
    }
    guard isToReport else { return }
    let metadata = metadata()
    logger.error("\(message())", metadata: metadata)
    #if DEBUG
    let details = metadata.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
    reportIssue("\(message()): \(details)")
    #endif
  }

  /// Returns the state that a load is for, and reports if none was ever bound.
  ///
  /// - Returns: `nil` also in an action for another state, which is about to be cancelled.
  package func stateToLoad(of store: any Any.Type) -> State? {
    if let state {
      if let run = ActionRun.current, !run.change(of: ObjectIdentifier(state), in: line).isAllowed {
        return nil
      }
      return state
    }
    reportUnbound(
      "A store began a load before bind(to:), so there is no state for the content",
      ["store": "\(store)", "state": "\(State.self)"]
    )
    return nil
  }

  /// Whether use of the store before it was bound has been reported.
  var isReportedAsUnbound: Bool { bound.withLock { $0.isReported } }

  /// Submits a run of an action under the policy of its key.
  ///
  /// - Returns: The admission, and the listener to the action, if there is one.
  func submit(
    _ run: ActionRun,
    of action: some Sendable,
    _ key: TaskKey,
    _ rule: ExecutionPolicy.Rule,
    from place: SendPlace,
    through entrance: ScreenEntrance
  ) -> (WorkLedger.Admission, (any ActionListener)?) {
    let stateListener = entrance.listener
    if entrance.isHeld {
      let (recorder, light) = bound.withLock { ($0.stateRecorder, $0.stateLight) }
      // A state can have a recorder even if the store has none.
      let all = [recorder ?? state?.lifetime.listener, light]
      for case let listener? in all {
        listener.received(action, from: place).refused(.isTravelling)
      }
      return (.refused, nil)
    }
    let listener = stateListener?.received(action, from: place)
    // If the period has ended meanwhile, the ledger refuses the action.
    var request = WorkRequest(parent: entrance.owner, key: key, rule: rule)
    request.kind = .submission
    request.label = listener
    let admission = work.submit(request, run, clock: clock)
    // The listening may have ended meanwhile.
    return (admission, listener?.isOpen == true ? listener : nil)
  }

  func observe<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    of store: any Any.Type,
    _ change: @escaping @MainActor @Sendable (Elements.Element, State) -> Void
  ) -> AnyTask where Elements.Element: Sendable {
    let period = moment.period
    let task = withEnvironment(of: store) { follow(elements, in: period, change) }
    addWork(task, in: period)
    return AnyTask(task, id: task)
  }

  private func follow<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    in period: WorkID,
    _ change: @escaping @MainActor @Sendable (Elements.Element, State) -> Void
  ) -> Task<Void, Never> where Elements.Element: Sendable {
    // Some sequences start to collect elements here, and the task may begin later.
    let start = Unchecked(elements.makeAsyncIterator())
    return ImmediateTask.start { @MainActor [weak self] in
      var iterator = start.value
      do {
        while let element = try await iterator.nextInCallersIsolation() {
          // The sequence may ignore cancellation.
          guard let self, !Task.isCancelled else { return }
          let (current, listener, now) = bound.withLock {
            ($0.state, $0.stateListener, $0.period.owner)
          }
          // While another state is being bound, the sequence can find that state before it is cancelled.
          if now != period { return }
          listener?.elementArrived(element, of: Elements.self)
          guard let current else {
            logger.error(
              "An element arrived while no state was bound",
              metadata: ["element": "\(describeForLog(element))", "state": "\(State.self)"]
            )
            continue
          }
          let state = unsafeDowncast(current, to: State.self)
          CoreListening.observe(state) { change(element, state) }
        }
      } catch {
        self?.show(error, of: "An observed sequence", in: period)
      }
    }
  }

  /// Shows the failure of work that began in a period, unless the work was cancelled or the period has ended.
  ///
  /// While another state is being bound, the work isn't cancelled yet.
  @MainActor
  func show(_ error: any Error, of work: String, in period: WorkID) {
    let (current, now) = bound.withLock { ($0.state, $0.period.owner) }
    guard now == period, !Task.isCancelled else { return }
    logger.info(
      "\(work) failed",
      metadata: ["error": "\(describeForLog(error: error))", "state": "\(State.self)"]
    )
    current?.present(error)
  }

  /// Adds work that began in a period, and cancels it at the end of that period.
  func addWork(_ task: Task<Void, Never>, in period: WorkID) {
    let ownWork = bound.withLock { bound -> TaskRegistry? in
      guard bound.period.owner == period else { return nil }
      let ownWork = bound.period.ownWork ?? TaskRegistry()
      bound.period.ownWork = ownWork
      return ownWork
    }
    guard let ownWork else { return task.cancel() }
    ownWork.add(task)
  }

  /// Calls a function now or, if the state shows other values than its own, at the end of that.
  ///
  /// If another state is bound meanwhile, the function isn't called.
  func whenReleased(_ body: @escaping @Sendable () -> Void) {
    let isHeld = bound.withLock { bound in
      if bound.isHeld { bound.waiting.append(body) }
      return bound.isHeld
    }
    if !isHeld { body() }
  }

  /// The bound state, the number of states that have been bound, and the period.
  var moment: BoundMoment {
    // Outside the lock, because the reference read here may be the last one to the state.
    let (state, bindCount, period) = bound.withLock { ($0.state, $0.bindCount, $0.period.owner) }
    return BoundMoment(
      screen: state.map { ObjectIdentifier($0) },
      bindCount: bindCount,
      period: period
    )
  }

  /// The observers of the store, if there have been any.
  var knownPresentation: ScreenPresentation? { bound.withLock { $0.presentation } }

  /// The observers of the store.
  @MainActor
  var presentation: ScreenPresentation {
    if let knownPresentation { return knownPresentation }
    // Only the main actor creates one.
    let new = ScreenPresentation()
    bound.withLock { $0.presentation = new }
    return new
  }

  /// Binds the state of a store; binding the same state again changes nothing.
  ///
  /// The work for the previous state ends as if that state had been deallocated, so no action runs partly for one state
  /// and partly for another.
  ///
  /// - Returns: Whether the state wasn't bound yet.
  @discardableResult
  func bind(_ state: State, of store: (any Any.Type)? = nil) -> Bool {
    // Outside the lock, because the reference read here may be the last one to the state.
    guard self.state !== state else { return false }
    let (bindCount, hasRecorder, hasLight) = bound.withLock {
      ($0.bindCount + 1, $0.recorder != nil, $0.light != nil)
    }
    let observation = state.lifetime.onEnd { [weak self] in
      self?.stateEnded(bindCount)
    } onHold: { [weak self] in
      self?.hold($0, bindCount)
    }
    let new =
      hasRecorder && hasLight
      ? (recorder: nil, light: nil) : CoreListening.listeners(toNew: self)
    let (previous, current) = bound.withLock { bound in
      // Work that begins from now on is for the new state.
      if bound.observation != nil { bound.endPeriod(work.insertOwner()) }
      let previous = bound
      bound.state = state
      bound.bindCount = bindCount
      bound.observation = observation
      bound.isHeld = state.lifetime.isHeld
      bound.waiting = []
      bound.store = store
      bound.failedAction = nil
      _ = bound.endListening()
      // Other code may have set a listener meanwhile.
      bound.recorder = bound.recorder ?? new.recorder as? any ScreenStoreListener
      bound.light = bound.light ?? new.light as? any ScreenStoreListener
      line.isRecorded = bound.recorder != nil
      listen(to: state, &bound)
      return (previous, bound)
    }
    previous.stateListener?.storeWillLeave()
    previous.observation?.cancel()
    // A state that ends at the same time, on another thread, may have begun to end the period.
    end(previous.lastPeriod)
    previous.stateListener?.storeHasLeft()
    if let listener = current.stateRecorder { current.recorder?.bound(self, to: listener) }
    return true
  }

  private func stateEnded(_ bindCount: Int) {
    // If another state is bound meanwhile, that call handles the end of this one.
    let lastPeriod = bound.withLock { bound -> WorkPeriod? in
      guard bound.bindCount == bindCount else { return nil }
      bound.observation = nil
      bound.endPeriod(work.insertOwner())
      return bound.lastPeriod
    }
    guard let lastPeriod else { return }
    end(lastPeriod)
    // The state itself reports its end.
    work.setListener(nil, of: lastPeriod.owner)
    let listener = bound.withLock { bound -> (any ScreenListener)? in
      guard bound.bindCount == bindCount else { return nil }
      return bound.endListening()
    }
    withExtendedLifetime(listener) {}
  }

  /// Cancels the work of a period that is over; does nothing if that has been done.
  private func end(_ period: WorkPeriod?) {
    guard let period else { return }
    work.endPeriod(period.owner)
    period.ownWork?.cancelAll()
  }

  private func hold(_ isHeld: Bool, _ bindCount: Int) {
    let waiting = bound.withLock { bound -> [@Sendable () -> Void] in
      guard bound.bindCount == bindCount else { return [] }
      bound.isHeld = isHeld
      if isHeld { return [] }
      defer { bound.waiting = [] }
      return bound.waiting
    }
    for body in waiting { body() }
  }

  // MARK: Listening

  /// Cancels the actions for the bound state with a matching label.
  package func cancelWork(where isWanted: (any WorkLabel) -> Bool) {
    work.cancelWork(of: moment.period, where: isWanted)
  }

  /// The identity of the bound state, or of the state that is bound next.
  package var storeID: StoreID {
    let (state, id) = bound.withLock { bound -> (ScreenState?, StoreID?) in
      if let state = bound.state { return (state, nil) }
      let id = bound.storeID ?? StoreID.make()
      bound.storeID = id
      return (nil, id)
    }
    // Outside the lock, because the reference read here may be the last one to the state.
    return id ?? state?.storeID ?? StoreID.make()
  }

  /// Changes the recorder of the store, under the lock; a new one records the bound state, too.
  ///
  /// - Returns: The recorders of the state before and after the change.
  @discardableResult
  package func changeRecorder(
    _ change: (inout (any ScreenStoreListener)?) -> Void
  ) -> (before: (any ScreenListener)?, after: (any ScreenListener)?) {
    let (previous, after) = changeListeners { bound in
      let recorder = bound.recorder
      change(&bound.recorder)
      line.isRecorded = bound.recorder != nil
      if bound.recorder === recorder { return false }
      bound.stateRecorder = nil
      return true
    }
    return (previous.stateRecorder, after.stateRecorder)
  }

  package var light: (any ScreenStoreListener)? { bound.withLock { $0.light } }

  /// Sets the listener to the store besides the recorder; `nil` ends its listening.
  package func setLight(_ light: (any ScreenStoreListener)?) {
    changeListeners { bound in
      bound.light = light
      bound.stateLight = nil
      return true
    }
  }

  /// Changes the listeners under the lock; `change` returns whether they have changed.
  @discardableResult
  private func changeListeners(
    _ change: (inout BoundScreen) -> Bool
  ) -> (before: BoundScreen, after: BoundScreen) {
    let (before, state, after) = bound.withLock { bound in
      let before = bound
      let state = bound.state
      if change(&bound) {
        if let state {
          listen(to: state, &bound)
        } else {
          _ = bound.endListening()
          work.setListener(nil, of: bound.period.owner)
        }
      }
      return (before, state, bound)
    }
    // The reference may be the last one to the state, whose end needs the lock.
    withExtendedLifetime(state) {}
    return (before, after)
  }

  private func listen(to state: ScreenState, _ bound: inout BoundScreen) {
    if bound.recorder == nil, bound.light == nil, bound.stateListener == nil { return }
    bound.listen(to: state)
    work.setListener(bound.stateListener, of: bound.period.owner)
  }
}
