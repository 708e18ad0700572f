package import StateCore
package import StateRecord
import Testing

/// A log that collects the events of all stores until `stop()` or until it is deallocated, and describes them as lines
/// of text.
///
/// Other tests may run at the same time, so request only the events of stores that the test has created.
@MainActor
package final class EventLog {
  private final class Sink: EventSink {
    var events: [StateEvent] = []
    private let test = Test.current?.id
    /// The stores that other tests have created in the meantime.
    private(set) var others: Set<StoreID> = []

    func take(_ event: StateEvent) {
      if case .storeMade = event.kind, let current = Test.current?.id, current != test {
        others.insert(event.store)
      }
      events.append(event)
    }
  }

  private let sink = Sink()

  package init() {
    EventCenter.attach(sink)
  }

  deinit {
    MainThread.run { [sink] in EventCenter.detach(sink) }
  }

  /// Stops collecting events.
  package func stop() {
    EventCenter.report()
    EventCenter.detach(sink)
  }

  /// All events so far, including changes that were just made, except those of stores of other tests.
  package var events: [StateEvent] {
    allEvents.filter { !sink.others.contains($0.store) }
  }

  /// Returns the events of a store.
  ///
  /// The event of its creation may be delivered in the turn of another test.
  package func events(of store: StoreID) -> [StateEvent] {
    allEvents.filter { $0.store == store }
  }

  private var allEvents: [StateEvent] {
    EventCenter.report()
    EventCenter.flush()
    return sink.events
  }

  /// Returns the kinds of a store's events.
  package func kinds(of store: StoreID) -> [StateEvent.Kind] {
    events(of: store).map(\.kind)
  }

  /// Returns one line for each event of a store.
  ///
  /// The actions and effects of each store are numbered in the order of their first appearance. The lines contain no
  /// times, durations, and source locations.
  package func lines(of store: StoreID) -> [String] {
    let events = allEvents.filter { $0.store == store || !sink.others.contains($0.store) }
    var names = EventNames()
    for event in events { names.note(event) }
    return events.filter { $0.store == store }.map { EventText(names, of: store).line($0.kind) }
  }
}

/// The numbers of actions and effects in the order of their first appearance.
private struct EventNames {
  private(set) var actions: [ActionID: Int] = [:]
  private(set) var effects: [EffectID: Int] = [:]
  private(set) var stores: [StoreID: String] = [:]
  private var actionCounts: [StoreID: Int] = [:]
  private var effectCounts: [StoreID: Int] = [:]

  mutating func note(_ event: StateEvent) {
    switch event.kind {
    case .storeMade(let description): stores[event.store] = description.feature
    case .actionReceived(let id, let received):
      note(received.cause)
      note(id)
    case .actionQueued(let id), .actionDropped(let id, _), .actionHandled(let id, _),
      .actionFailed(let id, _), .actionDone(let id):
      note(id)
    case .change(let change): note(change.cause)
    case .effect(let id, .waiting(let start)), .effect(let id, .started(let start)),
      .effect(let id, .dropped(let start)):
      if let action = start.action { note(action) }
      note(id)
    case .effect(let id, .failed), .effect(let id, .cancelled), .effect(let id, .ended): note(id)
    case .drawn(_, let cause): note(cause)
    case .storeEnded, .loading, .errorShown, .element, .restored, .history, .query, .outbox: break
    }
  }

  private mutating func note(_ cause: EventCause) {
    switch cause {
    case .handler(let id): note(id)
    case .effect(let id, let action):
      if let action { note(action) }
      note(id)
    case .query, .outbox, .update, .binding, .restore, .inspector, .undo, .redo, .outside: break
    }
  }

  private mutating func note(_ id: ActionID) {
    guard actions[id] == nil else { return }
    actionCounts[id.store, default: 0] += 1
    actions[id] = actionCounts[id.store]
  }

  private mutating func note(_ id: EffectID) {
    guard effects[id] == nil else { return }
    effectCounts[id.store, default: 0] += 1
    effects[id] = effectCounts[id.store]
  }
}

@MainActor
private struct EventText {
  private let names: EventNames
  private let store: StoreID

  init(_ names: EventNames, of store: StoreID) {
    self.names = names
    self.store = store
  }

  func line(_ kind: StateEvent.Kind) -> String {
    switch kind {
    case .storeMade(let description): "made \(description.feature): \(description.state)"
    case .storeEnded: "ended"
    case .actionReceived(let id, let received):
      "\(name(id)) received: \(received.action.text), by \(name(received.cause))"
    case .actionQueued(let id): "\(name(id)) queued"
    case .actionDropped(let id, let reason): "\(name(id)) dropped: \(reason.rawValue)"
    case .actionHandled(let id, _): "\(name(id)) handled"
    case .actionFailed(let id, let error): "\(name(id)) failed: \(error.text)"
    case .actionDone(let id): "\(name(id)) done"
    case .change(let change):
      "\(change.field): \(change.old.text) -> \(change.new.text), by \(name(change.cause))"
    case .effect(let id, let step): "\(name(id)) \(text(step))"
    case .loading(let isLoading): isLoading ? "loading begins" : "loading ends"
    case .errorShown(let error): "error shown: \(error.text)"
    case .element(let producer, let element): "element of \(producer): \(element.text)"
    case .history(let event): "history: \(event.change.rawValue)"
    case .query(let attempt): "query \(attempt.id.text): \(attempt.step)"
    case .outbox(let event): "outbox \(event.id.text): \(event.step)"
    case .restored(.travel): "restored: travel"
    case .restored(.resume): "restored: resume"
    case .restored(.commit): "restored: commit"
    case .drawn(let value, let cause): "\(value), by \(name(cause))"
    }
  }

  private func text(_ step: StateEvent.EffectStep) -> String {
    switch step {
    case .waiting(let start): "waiting\(text(start))"
    case .started(let start): "started\(text(start))"
    case .dropped(let start): "dropped\(text(start))"
    case .failed(let error): "failed: \(error.text)"
    case .cancelled: "cancelled"
    case .ended: "ended"
    }
  }

  private func text(_ start: EffectStart) -> String {
    var text = ""
    if let name = start.name { text += " as \(name)" }
    if let key = start.key { text += " under \(key)" }
    if let action = start.action { text += ", of \(name(action))" }
    return text
  }

  private func name(_ cause: EventCause) -> String {
    switch cause {
    case .handler(let id): name(id)
    case .effect(let id, _): name(id)
    case .query(let id): "query \(id.text)"
    case .outbox(let id): "outbox \(id.text)"
    case .update: "update"
    case .binding: "binding"
    case .restore: "restore"
    case .inspector: "inspector"
    case .undo: "undo"
    case .redo: "redo"
    case .outside: "outside"
    }
  }

  private func name(_ id: ActionID) -> String {
    "action \(names.actions[id] ?? 0)\(owner(id.store))"
  }

  private func name(_ id: EffectID) -> String {
    "effect \(names.effects[id] ?? 0)\(owner(id.store))"
  }

  private func owner(_ other: StoreID) -> String {
    other == store ? "" : " of \(names.stores[other] ?? "another store")"
  }
}
