import StateRecord

/// The rules of the events of one store.
struct EventRules {
  private enum Phase: Int {
    case received
    case queued
    case handled
    case ended
  }

  private var actions: [ActionID: Phase] = [:]
  private var running: Set<EffectID> = []
  private var waiting: Set<EffectID> = []
  private var known: Set<EffectID> = []
  private(set) var problems: [String] = []

  mutating func take(_ event: StateEvent) {
    switch event.kind {
    case .actionReceived(let id, _):
      check(actions[id] == nil, "received twice", event)
      actions[id] = .received
    case .actionQueued(let id):
      check(actions[id] == .received, "queued at another time", event)
      actions[id] = .queued
    case .actionDropped(let id, _):
      check(actions[id] == .received || actions[id] == .queued, "dropped at another time", event)
      actions[id] = .ended
    case .actionHandled(let id, _):
      check(actions[id] == .received || actions[id] == .queued, "handled at another time", event)
      actions[id] = .handled
    case .actionDone(let id):
      check(actions[id] == .handled, "done at another time", event)
      actions[id] = .ended
    case .effect(let id, let step): take(id, step, event)
    case .change(let change): checkCause(change.cause, event)
    case .drawn(_, let cause): checkCause(cause, event)
    case .storeMade, .storeEnded, .actionFailed, .loading, .errorShown, .element, .restored,
      .history, .query, .outbox:
      break
    }
  }

  private mutating func take(_ id: EffectID, _ step: StateEvent.EffectStep, _ event: StateEvent) {
    switch step {
    case .waiting:
      check(known.insert(id).inserted, "waits twice", event)
      waiting.insert(id)
    case .started:
      check(waiting.remove(id) != nil || known.insert(id).inserted, "starts twice", event)
      running.insert(id)
    case .dropped: check(known.insert(id).inserted, "dropped after it was known", event)
    case .failed, .cancelled:
      check(running.contains(id) || waiting.contains(id), "is over", event)
    case .ended:
      check(running.remove(id) != nil || waiting.remove(id) != nil, "ends twice", event)
    }
  }

  private mutating func checkCause(_ cause: EventCause, _ event: StateEvent) {
    switch cause {
    case .handler(let id):
      check(actions[id] == .received || actions[id] == .queued, "changed by another's", event)
    case .effect(let id, _): check(running.contains(id), "changed by none that runs", event)
    case .query, .outbox, .update, .binding, .restore, .inspector, .undo, .redo, .outside: break
    }
  }

  /// Checks that everything has ended.
  mutating func end() {
    for (id, phase) in actions where phase != .ended { problems.append("\(id) has no end") }
    if !running.isEmpty || !waiting.isEmpty { problems.append("an effect has no end") }
  }

  private mutating func check(_ holds: Bool, _ problem: String, _ event: StateEvent) {
    if !holds { problems.append("\(event.number): \(problem)") }
  }
}
