public import StateCore
public import StateRecord

/// The events of a store while it is recorded.
extension Store: RecordableStore {
  /// The identity of the store in the events of a journal.
  public var id: StoreID { runner.store.id }

  package var storeID: StoreID { id }

  package func startRecording() {
    let reference = runner.store
    reference.recorders += 1
    if reference.recorders == 1, !turns.hasEnded {
      // The reactions to earlier changes come before the recording.
      if pipeline.tracker != nil { reactToChanges() }
      let recording = StoreRecording(
        storeID,
        state: state,
        feature: F.self,
        parent: reference.parent?.id
      )
      setRecording(recording)
      StoreRecording.enter(self)
      // Each action is looked up from now on, and has an entry in the ledger.
      turns.requireLookups()
      runner.listsEffects = true
      work.setListener(ActionListener(recording), of: runner.owner)
    } else {
      // A store that was recorded from its creation had no parent at that time.
      recording?.parent = reference.parent?.id
      recording?.describe()
    }
    for child in children?.all ?? [] { child.startRecording() }
  }

  package func stopRecording() {
    let reference = runner.store
    guard reference.recorders > 0 else { return }
    reference.recorders -= 1
    if reference.recorders == 0 {
      setRecording(nil)
      work.setListener(nil, of: runner.owner)
    }
    for child in children?.all ?? [] { child.stopRecording() }
  }

  package var recordedState: AnyObject? { turns.hasEnded ? nil : state }

  package var sentActionType: Any.Type? { F.Action.self }

  package func sendAsInspector(_ action: Any) -> Bool {
    guard let action = action as? F.Action else { return false }
    CurrentCause.with(.inspector) { _ = send(action, from: .unknown) }
    return true
  }

  /// Records the store of a child together with this one.
  func record(_ child: some RecordableStore, _ reference: WeakStore) {
    reference.parent = runner.store
    for _ in 0..<runner.store.recorders { child.startRecording() }
    if turns.isTravelling { child.beginTravel() }
  }

  // MARK: Actions

  /// Handles a recorded action; a queued action already has an id.
  func handle(
    _ action: F.Action,
    from origin: SendOrigin,
    id queued: RunningWork.ID?,
    _ recording: StoreRecording
  ) -> SentAction {
    let id: RunningWork.ID
    if let queued {
      id = queued
    } else {
      turns.begin(nil)
      id = makeCurrentID()
      recording.receive(action, id, from: origin)
    }
    return recording.beginHandler(id) { handle(action, from: origin, id: id) }
  }

  /// Runs the reactions of a turn, which count as an action.
  func reactAsAction<Result>(_ id: RunningWork.ID, _ body: () -> Result) -> Result {
    guard let recording else { return body() }
    recording.receive(Reaction.onChange, id, from: .unknown)
    return recording.beginHandler(id, body)
  }
}

extension StoreRecording {
  func id(of action: RunningWork.ID) -> ActionID {
    ActionID(store: id, number: action.number)
  }

  /// Records an action that is handled now or queued.
  func receive(_ action: any Sendable, _ id: RunningWork.ID, from origin: SendOrigin) {
    receive(action, self.id(of: id), from: origin)
  }

  /// Records an action that will not be handled.
  func drop(_ action: any Sendable, from origin: SendOrigin, _ reason: StateEvent.DropReason) {
    // A negative number, because the action has no entry in the ledger.
    let id = ActionID(store: id, number: -SerialNumber.next())
    receive(action, id, from: origin)
    emit(.actionDropped(id, reason))
  }

  private func receive(_ action: any Sendable, _ id: ActionID, from origin: SendOrigin) {
    Frame.settleTurn()
    let received = ReceivedAction(action, from: origin.place, by: CurrentCause.now)
    CauseContexts.begin(id, received, of: feature)
    emit(.actionReceived(id, received))
  }

  func cause(of effect: RunningWork.ID, _ action: RunningWork.ID) -> EventCause {
    .effect(EffectID(store: id, number: effect.number), of: id(of: action))
  }

  /// Begins the handler of an action, which is the cause of the body's changes and of the tasks that it starts.
  func beginHandler<Result>(_ id: RunningWork.ID, _ body: () -> Result) -> Result {
    handlers[id.number] = .now
    let cause = EventCause.handler(self.id(of: id))
    return CurrentCause.with(cause) {
      CurrentCause.withTask(cause, body)
    }
  }

  /// Records that the handler of an action has ended; its effects have not begun.
  func endHandler(_ id: RunningWork.ID, hasSuspended: Bool = false) {
    guard let start = handlers.removeValue(forKey: id.number) else { return }
    let total: Duration = .now - start
    let time = HandlerTime(total: total, onMainActor: hasSuspended ? nil : total)
    emit(.actionHandled(self.id(of: id), time))
  }

  /// Records that a step of the current action or effect has failed.
  func fail(_ error: any Error, isVeto: Bool = false) {
    switch CurrentCause.now {
    case .handler(let action):
      if !isCancellation(error) { emit(.actionFailed(action, EventValue(error))) }
      guard isVeto else { return }
      handlers[action.number] = nil
      dropped.withLock { _ = $0.insert(action.number) }
      emit(.actionDropped(action, .middleware))
    case .effect(let effect, _):
      if !isCancellation(error) { emit(.effect(effect, .failed(EventValue(error)))) }
    case .update, .binding, .restore, .inspector, .outside: break
    }
  }
}

extension SendOrigin {
  /// The place for an event; `nil` if it isn't known.
  var place: EventOrigin? { EventOrigin(known: fileID, line) }
}

/// A placeholder in events for the action of a turn in which a store reacts to changes.
private enum Reaction: Sendable {
  case onChange
}

/// A listener that creates events from the steps of a store's actions and effects.
private final class ActionListener: WorkListener {
  private let recording: StoreRecording
  private var store: StoreID { recording.id }

  init(_ recording: StoreRecording) {
    self.recording = recording
  }

  func take(_ event: WorkEvent) {
    if let label = event.label as? EffectLabel {
      takeStep(of: label, event)
    } else if event.isAction {
      takeStepOfAction(event)
    }
  }

  private func takeStepOfAction(_ event: WorkEvent) {
    let number = event.id.number
    let id = ActionID(store: store, number: number)
    switch event.step {
    case .dropped:
      recording.dropped.withLock { _ = $0.insert(number) }
      EventCenter.enqueue(.actionDropped(id, .wasCancelled), of: store)
    case .done:
      guard recording.dropped.withLock({ $0.remove(number) }) == nil else { return }
      EventCenter.enqueue(.actionDone(id), of: store)
    case .waiting, .started, .cancelled, .ended: break
    }
  }

  private func takeStep(of label: EffectLabel, _ event: WorkEvent) {
    let id = EffectID(store: store, number: event.id.number)
    EventCenter.enqueue(.effect(id, step(of: label, event)), of: store)
  }

  private func step(of label: EffectLabel, _ event: WorkEvent) -> StateEvent.EffectStep {
    switch event.step {
    case .waiting: .waiting(start(of: label, event))
    case .started: .started(start(of: label, event))
    case .dropped: .dropped(start(of: label, event))
    case .cancelled: .cancelled
    case .ended, .done: .ended
    }
  }

  private func start(of label: EffectLabel, _ event: WorkEvent) -> EffectStart {
    EffectStart(
      name: label.name,
      key: event.key?.value,
      action: event.action.map { ActionID(store: store, number: $0.number) },
      origin: label.cause.origin.place
    )
  }
}
