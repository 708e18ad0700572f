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
  package let tasks = TaskRegistry()
  let clock: any Clock<Duration>
  /// The environment of the store's work; `nil` for that of its sender.
  private let environment: StoreEnvironment?
  private let bound = Locked(BoundScreen())

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
  }

  deinit {
    let bound = bound.withLock { $0 }
    bound.stateListener?.storeWillLeave()
    cancelAll()
    bound.observations?.cancelAll()
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
    tasks.cancelAll()
  }

  /// Cancels the actions and ends the observations for a state that is no longer bound.
  private func endWork() {
    cancelAll()
    bound.withLock { $0.observations }?.cancelAll()
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

  /// The last error that an action of the store has shown.
  var shownError: ShownError? { bound.withLock { $0.shown } }

  /// Returns what decides about an action when it arrives.
  func entrance<Action>(for type: Action.Type) -> ScreenEntrance {
    let (isHeld, listener, known) = bound.withLock { ($0.isHeld, $0.stateListener, $0.traits) }
    if let known, known.type == type {
      return ScreenEntrance(isHeld: isHeld, listener: listener, traits: known)
    }
    let traits = ActionTraits(of: type)
    bound.withLock { $0.traits = traits }
    return ScreenEntrance(isHeld: isHeld, listener: listener, traits: traits)
  }

  /// Records that an action shows an error or, with `nil`, that its earlier error is cleared.
  func note(_ shown: ShownError?) {
    bound.withLock { $0.shown = shown }
  }

  /// Reports, once, that something needs the state of a store that was never bound.
  ///
  /// After the end of a state it reports nothing, because an action may arrive when its screen has just disappeared.
  func reportUnbound(_ message: @autoclosure () -> String, _ metadata: Logger.Metadata) {
    let isToReport = bound.withLock { bound in
      let isToReport = bound.generation == 0 && !bound.isReported
      if isToReport { bound.isReported = true }
      return isToReport
    }
    guard isToReport else { return }
    logger.error("\(message())", metadata: metadata)
    #if DEBUG
    let details = metadata.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
    reportIssue("\(message()): \(details)")
    #endif
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
      // A state can have a listener even if the store has none.
      let listener = stateListener ?? state?.lifetime.listener
      listener?.received(action, from: place).refused(.isTravelling)
      return (.refused, nil)
    }
    let listener = stateListener?.received(action, from: place)
    var request = WorkRequest(parent: tasks.owner, key: key, rule: rule)
    request.kind = .submission
    request.label = listener
    let admission = tasks.work.submit(request, run, clock: clock)
    // The listening may have ended meanwhile.
    return (admission, listener?.isOpen == true ? listener : nil)
  }

  func observe<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    of store: any Any.Type,
    _ change: @escaping @MainActor @Sendable (Elements.Element, State) -> Void
  ) -> AnyTask where Elements.Element: Sendable {
    let task = withEnvironment(of: store) { follow(elements, change) }
    addWork(task)
    return AnyTask(task, id: task)
  }

  private func follow<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    _ change: @escaping @MainActor @Sendable (Elements.Element, State) -> Void
  ) -> Task<Void, Never> where Elements.Element: Sendable {
    // Some sequences start to collect elements here, and the task may begin later.
    let start = Unchecked(elements.makeAsyncIterator())
    // While another state is being bound, an element can find that state before the observation is cancelled.
    let screen = state.map { ObjectIdentifier($0) }
    return ImmediateTask.start { @MainActor [weak self] in
      var iterator = start.value
      do {
        while let element = try await iterator.nextInCallersIsolation() {
          // The sequence may ignore cancellation.
          guard let self, !Task.isCancelled else { return }
          let (current, listener) = bound.withLock { ($0.state, $0.stateListener) }
          if let screen, let current, screen != ObjectIdentifier(current) { return }
          listener?.elementArrived(element, of: Elements.self)
          guard let current else {
            logger.error(
              "An element arrived while no state was bound",
              metadata: ["element": "\(describeForLog(element))", "state": "\(State.self)"]
            )
            continue
          }
          let state = unsafeDowncast(current, to: State.self)
          CoreListening.update(state) { change(element, state) }
        }
      } catch {
        guard !Task.isCancelled else { return }
        logger.info(
          "An observed sequence failed",
          metadata: ["error": "\(describeForLog(error: error))"]
        )
        if let presented = DisplayableError(presenting: error) { self?.state?.showError(presented) }
      }
    }
  }

  /// Adds work that is cancelled when the state ends or another one is bound.
  func addWork(_ task: Task<Void, Never>) {
    let observations = bound.withLock { bound in
      let observations = bound.observations ?? TaskRegistry()
      bound.observations = observations
      return observations
    }
    observations.add(task)
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

  /// The number of states that have been bound.
  var bindCount: Int { bound.withLock { $0.bindCount } }

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
    let generation = bound.withLock { bound in
      bound.generation += 1
      return bound.generation
    }
    let observation = state.lifetime.onEnd { [weak self] in
      self?.stateEnded(generation)
    } onHold: { [weak self] in
      self?.hold($0, generation)
    }
    let new = CoreListening.listener?.listener(toNew: self) as? any ScreenStoreListener
    let (previous, current) = bound.withLock { bound in
      let previous = bound
      bound.state = state
      bound.bindCount += 1
      bound.observation = observation
      bound.isHeld = state.lifetime.isHeld
      bound.waiting = []
      bound.store = store
      bound.shown = nil
      bound.stateListener = nil
      bound.listener = bound.listener ?? new
      listen(to: state, &bound)
      return (previous, bound)
    }
    previous.stateListener?.storeWillLeave()
    previous.observation?.cancel()
    if previous.observation != nil { endWork() }
    previous.stateListener?.storeHasLeft()
    if let listener = current.stateListener { current.listener?.bound(self, to: listener) }
    return true
  }

  private func stateEnded(_ generation: Int) {
    // If another state is bound meanwhile, that call handles the end of this one.
    let isBound = bound.withLock { bound in
      guard bound.generation == generation else { return false }
      bound.observation = nil
      return true
    }
    if !isBound { return }
    endWork()
    // The state itself reports its end.
    let listener = bound.withLock { bound -> (any ScreenListener)? in
      guard bound.generation == generation else { return nil }
      tasks.work.setListener(nil, of: tasks.owner)
      return bound.stateListener.take()
    }
    withExtendedLifetime(listener) {}
  }

  private func hold(_ isHeld: Bool, _ generation: Int) {
    let waiting = bound.withLock { bound -> [@Sendable () -> Void] in
      guard bound.generation == generation else { return [] }
      bound.isHeld = isHeld
      if isHeld { return [] }
      defer { bound.waiting = [] }
      return bound.waiting
    }
    for body in waiting { body() }
  }

  // MARK: Listening

  /// The identity of the bound state, or of the state that is bound next.
  package var storeID: StoreID {
    if let state { return state.storeID }
    return bound.withLock { bound in
      let id = bound.storeID ?? StoreID.make()
      bound.storeID = id
      return id
    }
  }

  /// Changes the listener to the store, under the lock; a new one listens to the bound state, too.
  ///
  /// - Returns: The listeners to the state before and after the change.
  @discardableResult
  package func changeListener(
    _ change: (inout (any ScreenStoreListener)?) -> Void
  ) -> (before: (any ScreenListener)?, after: (any ScreenListener)?) {
    let (previous, state, after) = bound.withLock { bound in
      let previous = bound
      let state = bound.state
      change(&bound.listener)
      if bound.listener !== previous.listener {
        bound.stateListener = nil
        tasks.work.setListener(nil, of: tasks.owner)
        if let state { listen(to: state, &bound) }
      }
      return (previous, state, bound.stateListener)
    }
    // The reference may be the last one to the state, whose end needs the lock.
    withExtendedLifetime(state) {}
    return (previous.stateListener, after)
  }

  private func listen(to state: ScreenState, _ bound: inout BoundScreen) {
    guard let listener = bound.listener else { return }
    let new = listener.listener(to: state, of: bound.store, as: bound.storeID.take())
    bound.stateListener = new
    tasks.work.setListener(new, of: tasks.owner)
  }
}

/// What a binding knows about its state.
///
/// The type isn't generic, so that using it needs no metadata lookup at run time.
private struct BoundScreen {
  weak var state: ScreenState?
  /// The registration for the state's end, until that end has been handled.
  var observation: ScreenLifetime.Observation?
  /// The number of states that have been bound.
  var generation = 0
  /// The number of states that have been bound; unlike the generation, it changes together with the state.
  var bindCount = 0
  /// The type of the store.
  var store: (any Any.Type)?
  /// Whether the state shows other values than its own, so that actions are refused.
  var isHeld = false
  /// What waits until the state shows its own values again.
  var waiting: [@Sendable () -> Void] = []
  /// The listener to the store.
  var listener: (any ScreenStoreListener)?
  /// The listener to the state, if the store has a listener.
  var stateListener: (any ScreenListener)?
  /// The protocols of the store's actions, once an action has arrived.
  var traits: ActionTraits?
  /// The identity, if it was requested while no state was bound.
  var storeID: StoreID?
  /// The observers of the store, if there have been any.
  var presentation: ScreenPresentation?
  /// The sequences that the store observes, and its other work; `nil` if it has had none.
  var observations: TaskRegistry?
  /// Whether use of the store before it was bound has been reported.
  var isReported = false
  /// The last error that an action of the store has shown.
  var shown: ShownError?
}

/// What decides about an action when it arrives at its store.
struct ScreenEntrance {
  /// Whether the store refuses actions.
  let isHeld: Bool
  let listener: (any ScreenListener)?
  let traits: ActionTraits
}

/// An error of an action on the screen.
///
/// The type isn't generic, so using it needs no metadata lookup at run time.
struct ShownError {
  let lockKey: AnyHashable
  let id: DisplayableError.ID
}
