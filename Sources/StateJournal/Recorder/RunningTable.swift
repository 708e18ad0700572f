import StateCore
import StateFields
package import StateRecord

/// An action or an effect that hasn't ended.
package struct JournalWork: Sendable {
  package enum ID: Hashable, Sendable {
    case action(ActionID)
    case effect(EffectID)

    var store: StoreID {
      switch self {
      case .action(let id): id.store
      case .effect(let id): id.store
      }
    }

    var number: Int {
      switch self {
      case .action(let id): id.number
      case .effect(let id): id.number
      }
    }
  }

  package enum State: Sendable {
    /// It waits for its turn or because of its policy.
    case waiting
    /// The handler or the effect is running.
    case running
    /// The handler has ended, but the work that it started hasn't.
    case handled
    /// The effect was cancelled but is still running.
    case cancelled
  }

  package let id: ID
  /// The case of the action, or the name of the effect.
  package fileprivate(set) var name: String?
  /// The id that cancels the effect.
  package fileprivate(set) var key: String?
  package fileprivate(set) var state: State
  /// The number of the entry with which it began.
  package let entry: Int
  /// The number of the entry with which it last began, after a wait or as another attempt.
  package fileprivate(set) var lastStart: Int
  /// The time when it began.
  package let start: ContinuousClock.Instant
  /// The number of times that the effect has begun.
  package fileprivate(set) var attempts = 0
  /// The action that the effect belongs to.
  package let action: ActionID?
  /// The number of the entry with which that action was received.
  package let cause: Int?
  package let origin: EventOrigin?
  /// Whether it belongs to functions for the life cycle, which no code can send again.
  let isOfHook: Bool
}

/// The actions and effects that have begun but not ended.
struct RunningTable {
  private var work: [StoreID: [JournalWork.ID: JournalWork]] = [:]

  mutating func add(_ entry: JournalEntry) {
    switch entry.kind {
    case .actionReceived(let id, let received):
      work[entry.store, default: [:]][.action(id)] = JournalWork(
        id: .action(id),
        name: entry.names.subject,
        state: .running,
        entry: entry.number,
        lastStart: entry.number,
        start: entry.time,
        action: nil,
        cause: entry.names.causeEntry,
        origin: received.origin,
        isOfHook: received.hook != nil
      )
    case .actionQueued(let id): set(.waiting, .action(id), entry.store)
    case .actionHandled(let id, _): set(.handled, .action(id), entry.store)
    case .actionDropped(let id, _), .actionDone(let id): end(.action(id), entry.store)
    case .effect(let id, let step): add(.effect(id), step, entry)
    case .change(let change):
      // A queued action has begun if its handler changes something.
      guard case .handler(let id) = change.cause else { return }
      if work[id.store]?[.action(id)]?.state == .waiting { set(.running, .action(id), id.store) }
    case .storeMade, .storeEnded, .actionFailed, .loading, .errorShown, .element, .restored,
      .drawn, .history, .query, .outbox:
      return
    }
  }

  /// The actions and effects in the order of their beginning.
  var list: [JournalWork] {
    work.values.flatMap(\.values).sorted { $0.entry < $1.entry }
  }

  /// Removes the actions and effects of a store that has ended.
  mutating func remove(_ store: StoreID) { work[store] = nil }

  private mutating func add(
    _ id: JournalWork.ID,
    _ step: StateEvent.EffectStep,
    _ entry: JournalEntry
  ) {
    switch step {
    case .waiting(let start): begin(id, start, .waiting, entry)
    case .started(let start):
      begin(id, start, .running, entry)
      work[entry.store]?[id]?.attempts += 1
    case .cancelled: set(.cancelled, id, entry.store)
    case .dropped, .ended: end(id, entry.store)
    case .failed: return
    }
  }

  private mutating func begin(
    _ id: JournalWork.ID,
    _ start: EffectStart,
    _ state: JournalWork.State,
    _ entry: JournalEntry
  ) {
    // Further attempts belong to the same run.
    if work[entry.store]?[id] != nil {
      work[entry.store]?[id]?.lastStart = entry.number
      return set(state, id, entry.store)
    }
    work[entry.store, default: [:]][id] = JournalWork(
      id: id,
      name: start.name ?? entry.names.subject,
      key: start.key.map { ValueText.describe($0) },
      state: state,
      entry: entry.number,
      lastStart: entry.number,
      start: entry.time,
      action: start.action,
      cause: entry.names.causeEntry,
      origin: start.origin,
      isOfHook: start.action.flatMap { work[entry.store]?[.action($0)] }?.isOfHook == true
    )
  }

  private mutating func set(_ state: JournalWork.State, _ id: JournalWork.ID, _ store: StoreID) {
    work[store]?[id]?.state = state
  }

  private mutating func end(_ id: JournalWork.ID, _ store: StoreID) {
    work[store]?[id] = nil
    if work[store]?.isEmpty == true { work[store] = nil }
  }
}
