import StateCore
import StateRecord

/// Counts and times of actions and effects by kind, from the events of stores.
///
/// Its memory use depends on the number of kinds, and of actions and effects that aren't done.
struct ProfileTable {
  private struct Kind: Hashable {
    let isEffect: Bool
    let name: String
  }

  private struct Counts {
    var count = 0
    var handler = DurationHistogram()
    /// The time of the handlers on the main actor; `nil` once that of one handler is unknown.
    var onMainActor: Duration? = .zero
    var done = DurationHistogram()
    var changes = 0
    var errors = 0
    var drops = 0

    mutating func add(_ time: HandlerTime) {
      handler.add(time.total)
      onMainActor = onMainActor.flatMap { sum in time.onMainActor.map { sum + $0 } }
    }
  }

  /// An action or an effect that isn't done.
  private struct Open {
    let kind: Kind
    let start: ContinuousClock.Instant
  }

  private struct Store {
    var actions: [ActionID: Open] = [:]
    var effects: [EffectID: Open] = [:]
  }

  /// The number of kinds above which further ones are combined.
  private static let maximum = 1_000

  private var counts: [Kind: Counts] = [:]
  private var stores: [StoreID: Store] = [:]
  private var start: ContinuousClock.Instant?
  private var end: ContinuousClock.Instant?

  mutating func add(_ event: StateEvent, _ names: EventNames) {
    if start == nil { start = event.time }
    end = event.time
    switch event.kind {
    case .actionReceived(let id, _):
      let kind = kind(isEffect: false, names.store, names.subject ?? "an action")
      stores[event.store, default: Store()].actions[id] = Open(kind: kind, start: event.time)
      counts[kind, default: Counts()].count += 1
    case .actionHandled(let id, let time): count(id) { $0.add(time) }
    case .actionFailed(let id, _): count(id) { $0.errors += 1 }
    case .actionDropped(let id, _):
      count(id) { $0.drops += 1 }
      stores[event.store]?.actions[id] = nil
    case .actionDone(let id):
      guard let open = stores[event.store]?.actions.removeValue(forKey: id) else { return }
      counts[open.kind]?.done.add(open.start.duration(to: event.time))
    case .effect(let id, let step): add(id, step, event.time, names)
    case .change(let change):
      switch change.cause {
      case .handler(let action): count(action) { $0.changes += 1 }
      case .effect(let effect, let action):
        count(effect) { $0.changes += 1 }
        if let action { count(action) { $0.changes += 1 } }
      case .query, .outbox, .update, .binding, .restore, .inspector, .undo, .redo, .outside: break
      }
    case .storeMade, .storeEnded, .actionQueued, .loading, .errorShown, .element, .restored,
      .drawn, .history, .query, .outbox:
      break
    }
  }

  /// Removes the unfinished work of a store that has ended.
  mutating func remove(_ store: StoreID) { stores[store] = nil }

  var profile: JournalProfile {
    let elapsed = start.flatMap { start in end.map { start.duration(to: $0) } } ?? .zero
    let rows = counts.map { kind, counts in
      JournalProfile.Row(
        isEffect: kind.isEffect,
        name: kind.name,
        count: counts.count,
        handler: JournalProfile.Times(counts.handler),
        done: JournalProfile.Times(counts.done),
        changes: counts.changes,
        errors: counts.errors,
        drops: counts.drops,
        share: kind.isEffect || elapsed <= .zero ? nil : counts.onMainActor.map { $0 / elapsed }
      )
    }
    return JournalProfile(rows: rows, elapsed: elapsed)
  }

  private mutating func add(
    _ id: EffectID,
    _ step: StateEvent.EffectStep,
    _ time: ContinuousClock.Instant,
    _ names: EventNames
  ) {
    switch step {
    case .waiting: return
    case .dropped(let start): counts[kind(of: start, names), default: Counts()].drops += 1
    case .started(let start):
      let kind = kind(of: start, names)
      // A further attempt belongs to the same run.
      if stores[id.store]?.effects[id] != nil { return }
      stores[id.store, default: Store()].effects[id] = Open(kind: kind, start: time)
      counts[kind, default: Counts()].count += 1
    case .failed: count(id) { $0.errors += 1 }
    case .cancelled: count(id) { $0.drops += 1 }
    case .ended:
      guard let open = stores[id.store]?.effects.removeValue(forKey: id) else { return }
      counts[open.kind]?.done.add(open.start.duration(to: time))
    }
  }

  private func kind(of start: EffectStart, _ names: EventNames) -> Kind {
    if let name = start.name { return kind(isEffect: true, names.store, name) }
    let action = start.action.flatMap { stores[$0.store]?.actions[$0]?.kind.name }
    return action.map { kind(isEffect: true, nil, "an effect of \($0)") }
      ?? kind(isEffect: true, names.store, "an effect")
  }

  private func kind(isEffect: Bool, _ store: String?, _ name: String) -> Kind {
    let kind = Kind(isEffect: isEffect, name: store.map { "\($0).\(name)" } ?? name)
    if counts.count < Self.maximum || counts[kind] != nil { return kind }
    return Kind(isEffect: isEffect, name: isEffect ? "other effects" : "other actions")
  }

  private mutating func count(_ id: ActionID, _ add: (inout Counts) -> Void) {
    guard let kind = stores[id.store]?.actions[id]?.kind else { return }
    add(&counts[kind, default: Counts()])
  }

  private mutating func count(_ id: EffectID, _ add: (inout Counts) -> Void) {
    guard let kind = stores[id.store]?.effects[id]?.kind else { return }
    add(&counts[kind, default: Counts()])
  }
}
