import StateCore
import StateFields
import StateRecord

extension SessionValue {
  /// Creates the value of something that isn't a child.
  @MainActor
  init(of value: Any) {
    self.init(
      type: ValueText.name(of: Swift.type(of: value)),
      json: JSONCoding.json(of: value),
      text: ValueText.describe(value)
    )
  }

  /// Creates the value of an action, an error, or an element.
  @MainActor
  init(_ value: EventValue) {
    guard !value.isRedacted, let whole = value.whole else {
      self.init(type: "")
      isRedacted = value.isRedacted
      caseName = value.caseName
      return
    }
    self.init(of: whole)
    caseName = value.caseName
  }
}

extension SessionChildren.Shape {
  init(_ shape: SnapshotValue.Shape) {
    self =
      switch shape {
      case .one: .one
      case .list: .list
      case .keyed: .keyed
      case .path: .path
      }
  }
}

extension SessionChild.Place {
  init(_ place: SnapshotValue.Place) {
    self =
      switch place {
      case .only: .only
      case .index(let index): .index(index)
      case .key(let key):
        .key(JSONCoding.json(of: key.base), text: ValueText.describe(key.base))
      case .inCase(let name): .inCase(name)
      case .element(let index, let name): .element(index, name)
      }
  }
}

extension SessionID {
  init(_ id: ActionID) { self.init(store: id.store.number, number: id.number) }
  init(_ id: EffectID) { self.init(store: id.store.number, number: id.number) }
}

extension SessionCause {
  init(_ cause: EventCause) {
    self =
      switch cause {
      case .handler(let action): .handler(SessionID(action))
      case .effect(let effect, let action):
        .effect(SessionID(effect), of: action.map(SessionID.init))
      case .query(let id): .query(SessionQuery.ID(id))
      case .outbox(let id): .outbox(id)
      case .update(let origin): .update(origin?.description)
      case .binding: .binding
      case .restore: .restore
      case .inspector: .inspector
      case .undo(let step): .undo(step: step)
      case .redo(let step): .redo(step: step)
      case .outside: .outside
      }
  }
}

extension SessionEffectStep {
  @MainActor
  init(_ step: StateEvent.EffectStep) {
    self =
      switch step {
      case .waiting(let start): .waiting(SessionEffect(start))
      case .started(let start): .started(SessionEffect(start))
      case .dropped(let start): .dropped(SessionEffect(start))
      case .failed(let error): .failed(SessionValue(error))
      case .cancelled: .cancelled
      case .ended: .ended
      }
  }
}

extension SessionEffect {
  init(_ start: EffectStart) {
    self.init(
      name: start.name,
      key: start.key.map { ValueText.describe($0) },
      action: start.action.map(SessionID.init),
      origin: start.origin?.description
    )
  }
}

extension SessionEntry.Kind {
  /// Creates the kind of an event that neither adds objects of a store nor is a change.
  @MainActor
  init(withoutObjects kind: StateEvent.Kind) {
    switch kind {
    case .storeMade, .change: preconditionFailure("The value contains objects")
    case .storeEnded: self = .storeEnded
    case .actionReceived(let id, let received):
      self = .actionReceived(
        SessionAction(
          id: SessionID(id),
          action: SessionValue(received.action),
          origin: received.origin?.description,
          cause: SessionCause(received.cause)
        )
      )
    case .actionQueued(let id): self = .actionQueued(SessionID(id))
    case .actionDropped(let id, let reason):
      self = .actionDropped(SessionID(id), reason: "\(reason)")
    case .actionHandled(let id, let time):
      self = .actionHandled(SessionID(id), seconds: time.total / .seconds(1))
    case .actionFailed(let id, let error): self = .actionFailed(SessionID(id), SessionValue(error))
    case .actionDone(let id): self = .actionDone(SessionID(id))
    case .effect(let id, let step): self = .effect(SessionID(id), SessionEffectStep(step))
    case .loading(let isLoading): self = .loading(isLoading)
    case .errorShown(let error): self = .errorShown(SessionValue(error))
    case .element(let producer, let value):
      self = .element(producer: producer, SessionValue(value))
    case .drawn(let value, let cause): self = .drawn(value, cause)
    case .history(let event): self = .history(event.withoutStores)
    case .query(let attempt): self = .query(SessionQuery(attempt))
    case .outbox(let event): self = .outbox(SessionOutbox(event))
    case .restored(.travel(let number)): self = .travel(to: number)
    case .restored(.resume): self = .resume
    case .restored(.commit(let number)): self = .commit(of: number)
    }
  }
}
