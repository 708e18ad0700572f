import StateEngine

/// How that is called which an event refers to by a number.
struct EventNames: Sendable {
  /// The type of the feature, or of the store itself.
  let store: String
  /// The action or the effect that the event is about.
  var subject: String?
  /// The action or the effect that has caused it; of a store the one above it.
  var cause: String?
}

/// The names of stores, and of the actions and effects that are not done.
struct NameTable {
  private struct Store {
    let name: String
    var actions: [ActionID: String] = [:]
    var effects: [EffectID: String] = [:]
  }

  private var stores: [StoreID: Store] = [:]

  /// The names that an event has to do with.
  mutating func names(of event: StateEvent) -> EventNames {
    if case .storeMade(let description) = event.kind {
      stores[event.store] = Store(name: description.feature)
    }
    var names = EventNames(store: name(of: event.store))
    switch event.kind {
    case .storeMade(let description): names.cause = description.parent.map(name)
    case .actionReceived(let id, let received):
      let name = received.action.caseName
      names.subject = name
      names.cause = self.name(of: received.cause)
      stores[event.store]?.actions[id] = name
    case .actionQueued(let id), .actionHandled(let id, _), .actionFailed(let id, _):
      names.subject = name(of: id)
    case .actionDropped(let id, _), .actionDone(let id):
      names.subject = name(of: id)
      stores[event.store]?.actions[id] = nil
    case .change(let change): names.cause = name(of: change.cause)
    case .effect(let id, let step): names.subject = name(of: id, step)
    case .drawn(_, let cause): names.cause = name(of: cause)
    case .storeEnded, .loading, .errorShown, .element, .restored: break
    }
    return names
  }

  /// Forgets a store that has gone.
  mutating func remove(_ store: StoreID) { stores[store] = nil }

  private func name(of store: StoreID) -> String { stores[store]?.name ?? "\(store)" }

  private func name(of action: ActionID) -> String? { stores[action.store]?.actions[action] }

  private func name(of cause: EventCause) -> String? {
    switch cause {
    case .handler(let action): name(of: action)
    case .effect(let effect, let action):
      stores[effect.store]?.effects[effect]
        ?? action.flatMap(name(of:)).map { "an effect of \($0)" }
    case .update, .binding, .restore, .inspector, .outside: nil
    }
  }

  private func label(of start: EffectStart) -> String {
    let action = start.action.flatMap(name(of:)).map { " of \($0)" } ?? ""
    return start.name.map { "effect \"\($0)\"\(action)" } ?? "an effect\(action)"
  }

  private mutating func name(of effect: EffectID, _ step: StateEvent.EffectStep) -> String? {
    switch step {
    case .waiting(let start), .started(let start):
      let name = label(of: start)
      stores[effect.store]?.effects[effect] = name
      return name
    case .dropped(let start): return label(of: start)
    case .failed, .cancelled: return stores[effect.store]?.effects[effect]
    case .ended: return stores[effect.store]?.effects.removeValue(forKey: effect)
    }
  }
}
