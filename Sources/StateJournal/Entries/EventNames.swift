import StateCore
import StateRecord

/// The names of what an event refers to by number.
struct EventNames: Sendable {
  /// The type of the feature, or of the store itself.
  let store: String
  /// The action or the effect that the event is about.
  var subject: String?
  /// The action or the effect that caused it.
  ///
  /// For a store, its parent store.
  var cause: String?
  /// The number of the entry with which the subject began.
  var subjectEntry: Int?
  /// The number of the entry with which the cause began.
  var causeEntry: Int?
}

/// The names of stores, and of the actions and effects that aren't done.
struct NameTable {
  /// An action or an effect, with the number of the entry with which it began.
  private struct Begun {
    let name: String?
    let entry: Int
  }

  private struct Store {
    let name: String
    var actions: [ActionID: Begun] = [:]
    var effects: [EffectID: Begun] = [:]
  }

  private var stores: [StoreID: Store] = [:]
  /// The last move of a history, with the number of its entry.
  private var move: (step: Int, name: String, entry: Int)?
  /// The entries with which the latest attempts of queries began, by the numbers of the attempts.
  private var attempts: [Int: Int] = [:]
  /// The number of attempts above which the older half is forgotten: changes follow their attempt soon.
  private static let mostAttempts = 4_096
  /// The entries with which changes of outboxes, and attempts to send them, began.
  private var sent = SentChanges()

  /// Returns the names that an event refers to.
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
      setCause(received.cause, of: &names)
      stores[event.store]?.actions[id] = Begun(name: name, entry: event.number)
    case .actionQueued(let id), .actionHandled(let id, _), .actionFailed(let id, _):
      setSubject(action(id), of: &names)
    case .actionDropped(let id, _), .actionDone(let id):
      setSubject(action(id), of: &names)
      stores[event.store]?.actions[id] = nil
    case .change(let change): setCause(change.cause, of: &names)
    case .effect(let id, let step): name(id, step, event.number, &names)
    case .drawn(_, let cause): setCause(cause, of: &names)
    case .history(let history): note(history, event.number, &names)
    case .query(let attempt): note(attempt, event.number, &names)
    case .outbox(let outbox): note(outbox, event.number, &names)
    case .storeEnded, .loading, .errorShown, .element, .restored: break
    }
    return names
  }

  /// Removes a store that has ended.
  mutating func remove(_ store: StoreID) { stores[store] = nil }

  private func name(of store: StoreID) -> String { stores[store]?.name ?? "\(store)" }

  private func action(_ id: ActionID) -> Begun? { stores[id.store]?.actions[id] }

  private func effect(_ id: EffectID) -> Begun? { stores[id.store]?.effects[id] }

  private func setSubject(_ subject: Begun?, of names: inout EventNames) {
    names.subject = subject?.name
    names.subjectEntry = subject?.entry
  }

  private func setCause(_ cause: EventCause, of names: inout EventNames) {
    switch cause {
    case .handler(let id):
      let action = action(id)
      names.cause = action?.name
      names.causeEntry = action?.entry
    case .effect(let id, let action):
      let effect = effect(id)
      let action = action.flatMap(self.action)
      names.cause = effect?.name ?? action?.name.map { "an effect of \($0)" }
      names.causeEntry = effect?.entry ?? action?.entry
    case .query(let id):
      names.cause = id.text
      names.causeEntry = entry(of: id)
    case .outbox(let id):
      names.cause = id.text
      names.causeEntry = entry(of: id)
    case .undo(let step), .redo(let step):
      guard let move, move.step == step else { return }
      names.cause = move.name
      names.causeEntry = move.entry
    case .update, .binding, .restore, .inspector, .outside: return
    }
  }

  private mutating func note(_ event: HistoryEvent, _ number: Int, _ names: inout EventNames) {
    names.subject = event.steps.first?.name
    guard event.isMove, let step = event.steps.first else { return }
    move = (step.number, event.text(ofStep: step), number)
  }

  /// Returns the number of the entry with which an attempt began.
  func entry(of attempt: QueryAttempt.ID) -> Int? { attempts[attempt.number] }

  private mutating func note(_ attempt: QueryAttempt, _ number: Int, _ names: inout EventNames) {
    names.subject = attempt.id.text
    guard case .started(let start) = attempt.step else {
      names.subjectEntry = entry(of: attempt.id)
      return
    }
    setCause(start.cause, of: &names)
    attempts[attempt.id.number] = number
    guard attempts.count > Self.mostAttempts else { return }
    let middle = attempts.keys.sorted()[attempts.count / 2]
    attempts = attempts.filter { $0.key >= middle }
  }

  /// Returns the name of the action or the effect that is a cause.
  func name(of cause: EventCause) -> String? {
    switch cause {
    case .handler(let id): return action(id)?.name
    case .effect(let id, let action):
      return action.flatMap { self.action($0)?.name } ?? effect(id)?.name
    default: return nil
    }
  }

  /// Returns the number of the entry with which an attempt, or its change, began.
  func entry(of id: OutboxEvent.ID) -> Int? { sent.entry(of: id) ?? sent.entry(of: id.ofChange) }

  private mutating func note(_ event: OutboxEvent, _ number: Int, _ names: inout EventNames) {
    names.subject = event.id.text
    switch event.step {
    case .enqueued, .merged, .started, .removed: break
    case .applied, .waits, .failed, .cancelled, .unstored:
      names.subjectEntry = sent.entry(of: event.id)
    }
    setCause(event.cause, of: &names)
    sent.note(event.id, number)
  }

  private func label(of start: EffectStart) -> String {
    let action = start.action.flatMap { self.action($0)?.name }.map { " of \($0)" } ?? ""
    return start.name.map { "effect \"\($0)\"\(action)" } ?? "an effect\(action)"
  }

  private mutating func name(
    _ effect: EffectID,
    _ step: StateEvent.EffectStep,
    _ number: Int,
    _ names: inout EventNames
  ) {
    switch step {
    case .waiting(let start), .started(let start):
      let name = label(of: start)
      // An effect that waited or that starts another attempt has begun before.
      names.subjectEntry = self.effect(effect)?.entry
      names.subject = name
      stores[effect.store]?.effects[effect] = Begun(
        name: name,
        entry: names.subjectEntry ?? number
      )
      names.causeEntry = start.action.flatMap(action)?.entry
    case .dropped(let start):
      names.subject = label(of: start)
      names.subjectEntry = self.effect(effect)?.entry
      names.causeEntry = start.action.flatMap(action)?.entry
    case .failed, .cancelled: setSubject(self.effect(effect), of: &names)
    case .ended:
      setSubject(stores[effect.store]?.effects.removeValue(forKey: effect), of: &names)
    }
  }
}
