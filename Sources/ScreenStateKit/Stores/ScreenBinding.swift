import Logging
import StateCore
import StateFields
import StateRecord

/// The binding of a `ScreenStore` to its state, which also holds the work that the store does for the state.
///
/// The binding holds the state weakly. When the state is deallocated or another one is bound, running work is cancelled
/// and waiting work is dropped. When the store is deallocated, waiting work is dropped; running work keeps the store
/// alive.
///
/// A store that receives an action or changes its state before it is bound logs an error, once.
public final class ScreenBinding<State: ScreenState>: Sendable {
  fileprivate struct Bound {
    weak var state: State?
    /// The registration for the state's end, until that end has been handled.
    var observation: ScreenLifetime.Observation?
    /// The number of states that have been bound.
    var generation = 0
    /// The type of the store.
    var store: (any Any.Type)?
    /// The number of recordings of the binding.
    var recordings = 0
    /// The recorder of the state, if the binding is recorded.
    var recorder: ScreenRecorder?
    /// The identity in events, if it was requested while no state was bound.
    var storeID: StoreID?
    /// The sequences that the store observes; `nil` if it has observed none.
    var observations: TaskRegistry?
    /// Whether use of the store before it was bound has been logged.
    var isReported = false
    /// The last error that an action of the store has shown.
    var shown: ShownError?
  }

  let line = ActionLine()
  let tasks = TaskRegistry()
  let clock: any Clock<Duration>
  private let bound = Locked(Bound())

  /// Creates a binding whose `clock` measures debounce, throttle, retry, and timeout intervals.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  deinit {
    let bound = bound.withLock { $0 }
    bound.recorder?.expectEndIfLast()
    cancelAll()
    bound.observations?.cancelAll()
    bound.observation?.cancel()
    bound.leaveRecorder()
  }

  /// The state, while it exists.
  public var state: State? { bound.withLock { $0.state } }

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

  // MARK: Actions

  /// The last error that an action of the store has shown.
  var shownError: ShownError? { bound.withLock { $0.shown } }

  /// Records that an action shows an error or, with `nil`, that its earlier error is cleared.
  func note(_ shown: ShownError?) {
    bound.withLock { $0.shown = shown }
  }

  /// Logs, once, that something needs the state of a store that was never bound.
  ///
  /// After the end of a state it logs nothing, because an action may arrive when its screen has just disappeared.
  func reportUnbound(_ message: @autoclosure () -> Logger.Message, _ metadata: Logger.Metadata) {
    let isToReport = bound.withLock { bound in
      let isToReport = bound.generation == 0 && !bound.isReported
      if isToReport { bound.isReported = true }
      return isToReport
    }
    if isToReport { logger.error(message(), metadata: metadata) }
  }

  /// Whether use of the store before it was bound has been logged.
  var isReportedAsUnbound: Bool { bound.withLock { $0.isReported } }

  /// Submits a run of an action under the policy of its key.
  ///
  /// The origin is evaluated only for a recording.
  ///
  /// - Returns: The admission, and the action's events if it is recorded.
  func submit(
    _ run: ActionRun,
    of action: some Sendable,
    _ key: TaskKey,
    _ rule: ExecutionPolicy.Rule,
    from origin: @autoclosure () -> EventOrigin?
  ) -> (WorkLedger.Admission, ActionEvents?) {
    // This applies even if only the state is recorded.
    if ScreenRecorder.isAnyTravelling, let recorder = state?.lifetime.recorder,
      recorder.isTravelling
    {
      ActionEvents(action, recorder, from: origin()).refuse(.isTravelling)
      return (.refused, nil)
    }
    var request = WorkRequest(parent: tasks.owner, key: key, rule: rule)
    request.kind = .submission
    let work = tasks.work
    if let admission = work.submitUnlessRecorded(request, run, clock: clock) {
      return (admission, nil)
    }
    // Outside the lock of the ledger, because this reads the state.
    let recorder = bound.withLock { $0.recorder }
    let events = recorder.map { ActionEvents(action, $0, from: origin()) }
    request.label = events
    let admission = work.submit(request, run, clock: clock)
    return (admission, events?.isOpen == true ? events : nil)
  }

  func observe<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    _ change: @escaping @MainActor @Sendable (Elements.Element, State) -> Void
  ) -> AnyTask where Elements.Element: Sendable {
    // Some sequences start to collect elements here, and the task may begin later.
    let start = Unchecked(elements.makeAsyncIterator())
    let task = ImmediateTask.start { @MainActor [weak self] in
      var iterator = start.value
      do {
        while let element = try await iterator.nextInCallersIsolation() {
          // The sequence may ignore cancellation.
          guard let self, !Task.isCancelled else { return }
          let (current, recorder) = bound.withLock { ($0.state, $0.recorder) }
          recorder?.emit(
            .element(producer: ValueText.name(of: Elements.self), EventValue(element))
          )
          guard let state = current else {
            logger.error(
              "An element arrived while no state was bound",
              metadata: ["element": "\(describeForLog(element))", "state": "\(State.self)"]
            )
            continue
          }
          CurrentCause.withUpdate(of: state) { change(element, state) }
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
    let observations = bound.withLock { bound in
      let observations = bound.observations ?? TaskRegistry()
      bound.observations = observations
      return observations
    }
    observations.add(task)
    return AnyTask(task, id: task)
  }

  /// Binds the state of a store; binding the same state again changes nothing.
  ///
  /// The work for the previous state ends as if that state had been deallocated, so no action runs partly for one state
  /// and partly for another.
  func bind(_ state: State, of store: (any Any.Type)? = nil) {
    // Outside the lock, because the reference read here may be the last one to the state.
    guard self.state !== state else { return }
    let generation = bound.withLock { bound in
      bound.generation += 1
      return bound.generation
    }
    let observation = state.lifetime.onEnd { [weak self] in self?.stateEnded(generation) }
    let isToRecord = EventCenter.isToRecordNewStores
    let (previous, recorder, isNew) = bound.withLock { bound in
      let previous = bound
      bound.state = state
      bound.observation = observation
      bound.store = store
      bound.shown = nil
      let isNew = isToRecord && bound.recordings == 0
      if isNew { bound.recordings = 1 }
      bound.recorder = nil
      if bound.recordings > 0 { record(state, &bound) }
      return (previous, bound.recorder, isNew)
    }
    previous.recorder?.expectEndIfLast()
    previous.observation?.cancel()
    if previous.observation != nil { endWork() }
    previous.leaveRecorder()
    guard let recorder else { return }
    MainThread.run { [weak self] in
      recorder.begin()
      guard let self else { return }
      if self.state?.lifetime.recorder === recorder { StoreRecording.enter(self) }
      if isNew { EventCenter.recordsNewStores ? StoreRecording.enterNew(self) : stopRecording() }
    }
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
    let recorder = bound.withLock { bound -> ScreenRecorder? in
      guard bound.generation == generation else { return nil }
      tasks.work.setListener(nil, of: tasks.owner)
      return bound.recorder.take()
    }
    withExtendedLifetime(recorder) {}
  }

  /// Records the actions of the store together with the state.
  private func record(_ state: State, _ bound: inout Bound) {
    let recorder = state.lifetime.addRecorder(
      of: state,
      as: bound.storeID.take(),
      for: bound.store
    )
    bound.recorder = recorder
    tasks.work.setListener(recorder, of: tasks.owner)
  }
}

extension ScreenBinding.Bound {
  /// Ends the recording of the state together with the store.
  fileprivate func leaveRecorder() {
    guard let recorder else { return }
    if let lifetime = state?.lifetime {
      lifetime.removeRecorder(recorder, hasEnded: true)
    }
  }
}

extension ScreenBinding: RecordableStore {
  /// The identity of the bound state.
  package var storeID: StoreID {
    if let state { return state.storeID }
    return bound.withLock { bound in
      let id = bound.storeID ?? StoreID.make()
      bound.storeID = id
      return id
    }
  }

  package func startRecording() {
    let (state, recorder) = bound.withLock { bound in
      let state = bound.state
      bound.recordings += 1
      if let state, bound.recordings == 1 { record(state, &bound) }
      return (state, bound.recorder)
    }
    withExtendedLifetime(state) { recorder?.begin() }
    StoreRecording.enter(self)
  }

  package var isTravelling: Bool { state?.isTravelling ?? false }

  package var recordedState: AnyObject? { state }

  package func beginTravel() { state?.beginTravel() }

  package func endTravel(keepsShown: Bool) { state?.endTravel(keepsShown: keepsShown) }

  package func cancelWork(_ number: Int) {
    tasks.work.cancelWork(of: tasks.owner) { ($0 as? ActionEvents)?.id.number == number }
  }

  package func stopRecording() {
    let previous = bound.withLock { bound in
      let previous = bound
      if bound.recordings > 0 { bound.recordings -= 1 }
      if bound.recordings == 0, bound.recorder != nil {
        bound.recorder = nil
        tasks.work.setListener(nil, of: tasks.owner)
      }
      return previous
    }
    guard previous.recordings == 1, let recorder = previous.recorder else { return }
    previous.state?.lifetime.removeRecorder(recorder, hasEnded: false)
  }
}

/// An error of an action on the screen.
///
/// The type isn't generic, so using it needs no metadata lookup at run time.
struct ShownError {
  let lockKey: AnyHashable
  let id: DisplayableError.ID
}
