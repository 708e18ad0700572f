import FeatureStore
import StateCore
import StateRecord

/// A listener that emits the events of a store while it is recorded.
@MainActor
final class StoreRecorder: StoreListener {
  private let recording: StoreRecording
  /// The number of recordings that have begun and not ended.
  private var count = 1
  private nonisolated var store: StoreID { recording.id }

  init(_ recording: StoreRecording) {
    self.recording = recording
  }

  /// Begins another recording.
  ///
  /// A store that was recorded from its creation had no parent at that time.
  func begin(parent: StoreID?) {
    count += 1
    recording.parent = parent
    recording.describe()
  }

  /// Ends a recording; returns whether it was the last one.
  func end() -> Bool {
    count -= 1
    return count == 0
  }

  nonisolated func ended() { recording.emit(.storeEnded) }

  /// Records a child together with the store.
  func childBegan(_ child: AnyObject) {
    guard let child = child as? any RecordableStore else { return }
    for _ in 0..<count { child.startRecording() }
  }

  func writing(_ state: AnyObject, _ write: () -> Void) {
    TimeTravel.showPresent(of: state)
    CurrentCause.with(.binding, write)
  }

  func onBehalfOfCurrent() -> @MainActor (_ body: () -> Void) -> Void {
    CurrentCause.kept()
  }

  // MARK: Actions

  func received(_ action: any Sendable, _ id: WorkID, from place: SendPlace, isQueued: Bool) {
    receive(action, actionID(id), from: place)
    if isQueued { recording.emit(.actionQueued(actionID(id))) }
  }

  func dropped(_ action: any Sendable, from place: SendPlace, _ reason: DropReason) {
    // A negative number, because the action has no entry in the ledger.
    let id = ActionID(store: store, number: -SerialNumber.next())
    receive(action, id, from: place)
    recording.emit(.actionDropped(id, reason))
  }

  func reacts(_ id: WorkID) {
    let place = SendPlace(fileID: "unknown", line: 0)
    receive(Reaction.onChange, actionID(id), from: place, isReaction: true)
  }

  func runs(_ hook: LifeCycleHook, _ id: WorkID) {
    let reaction: Reaction =
      switch hook {
      case .onStart: .onStart
      case .whilePresented: .whilePresented
      }
    receive(reaction, actionID(id), from: SendPlace(fileID: "unknown", line: 0), hook)
  }

  private func receive(
    _ action: any Sendable,
    _ id: ActionID,
    from place: SendPlace,
    _ hook: LifeCycleHook? = nil,
    isReaction: Bool = false
  ) {
    Frame.settleTurn()
    let received = ReceivedAction(
      action,
      from: EventOrigin(place),
      by: CurrentCause.now,
      hook: hook,
      isReaction: isReaction
    )
    CauseContexts.begin(id, received, of: recording.feature)
    recording.emit(.actionReceived(id, received))
  }

  /// Runs a handler, which is the cause of the body's changes and of the tasks that it starts.
  func handling<Result>(_ id: WorkID, _ body: () -> Result) -> Result {
    recording.handlers[id.number] = .now
    let cause = EventCause.handler(actionID(id))
    return CurrentCause.with(cause) {
      CurrentCause.withTask(cause, body)
    }
  }

  func handled(_ id: WorkID, hasSuspended: Bool) {
    guard let start = recording.handlers.removeValue(forKey: id.number) else { return }
    let total: Duration = .now - start
    let time = HandlerTime(total: total, onMainActor: hasSuspended ? nil : total)
    recording.emit(.actionHandled(actionID(id), time))
  }

  func failed(_ error: any Error, isVeto: Bool) {
    switch CurrentCause.now {
    case .handler(let action):
      if !isCancellation(error) { recording.emit(.actionFailed(action, EventValue(error))) }
      guard isVeto else { return }
      recording.handlers[action.number] = nil
      recording.dropped.withLock { _ = $0.insert(action.number) }
      recording.emit(.actionDropped(action, .middleware))
    case .effect(let effect, _):
      if !isCancellation(error) { recording.emit(.effect(effect, .failed(EventValue(error)))) }
    case .query, .update, .binding, .restore, .inspector, .undo, .redo, .outside: break
    }
  }

  // MARK: Effects

  func starting<Result>(_ effect: WorkID, of action: WorkID, _ start: () -> Result) -> Result {
    CurrentCause.withTask(cause(of: effect, action), start)
  }

  func running(
    _ part: WorkID,
    of action: WorkID,
    _ body: () async throws -> Void
  ) async throws {
    try await CurrentCause.withTask(cause(of: part, action), body)
  }

  func observing(_ body: () async throws -> Void) async throws {
    try await CurrentCause.$markOfTask.withValue(.observation, operation: body)
  }

  func cancelling(_ handler: () -> Void) { CurrentCause.withCancellation(handler) }

  func effectTurnEnds() { Frame.endTurn() }

  private func cause(of effect: WorkID, _ action: WorkID) -> EventCause {
    .effect(EffectID(store: store, number: effect.number), of: actionID(action))
  }

  private nonisolated func actionID(_ id: WorkID) -> ActionID {
    ActionID(store: store, number: id.number)
  }

  // MARK: The ledger

  nonisolated func take(_ event: WorkEvent) {
    if let label = event.label as? EffectLabel {
      takeStep(of: label, event)
    } else if event.isAction {
      takeStepOfAction(event)
    }
  }

  private nonisolated func takeStepOfAction(_ event: WorkEvent) {
    let number = event.id.number
    let id = actionID(event.id)
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

  private nonisolated func takeStep(of label: EffectLabel, _ event: WorkEvent) {
    let id = EffectID(store: store, number: event.id.number)
    EventCenter.enqueue(.effect(id, step(of: label, event)), of: store)
  }

  private nonisolated func step(
    of label: EffectLabel,
    _ event: WorkEvent
  ) -> StateEvent.EffectStep {
    switch event.step {
    case .waiting: .waiting(start(of: label, event))
    case .started: .started(start(of: label, event))
    case .dropped: .dropped(start(of: label, event))
    case .cancelled: .cancelled
    case .ended, .done: .ended
    }
  }

  private nonisolated func start(of label: EffectLabel, _ event: WorkEvent) -> EffectStart {
    EffectStart(
      name: label.name,
      key: event.key?.value,
      action: event.action.map { actionID($0) },
      origin: EventOrigin(label.place)
    )
  }
}

extension EventOrigin {
  /// Returns `nil` if the place isn't known.
  fileprivate init?(_ place: SendPlace) {
    self.init(known: place.fileID, place.line)
  }
}

/// A placeholder in events for the action of a turn in which a store reacts to changes, or to a step of its life cycle.
private enum Reaction: Sendable {
  case onChange
  case onStart
  case whilePresented
}
