package import StateCore

/// Emits the attempts of queries as events of the stores that have asked for them or show their content.
struct QueryRecorder: LoadListener {
  var cause: any LoadCause { QueryCause(CurrentCause.now) }

  func begin(_ start: LoadStart, shownBy states: [AnyObject]) -> any LoadNote {
    QueryRecord(start, shownBy: states)
  }
}

/// A cause with the stores that it belongs to.
struct QueryCause: LoadCause {
  let cause: EventCause
  let stores: [StoreID]

  init(_ cause: EventCause, of stores: [StoreID] = []) {
    self.cause = cause
    switch cause {
    case .handler(let action): self.stores = [action.store]
    case .effect(let effect, _): self.stores = [effect.store]
    case .query, .outbox, .update, .binding, .restore, .inspector, .undo, .redo, .outside:
      self.stores = stores
    }
  }
}

/// An attempt of a query.
@MainActor
package final class QueryRecord: LoadNote {
  package let id: QueryAttempt.ID
  package let attempt: Int
  package let reason: String
  package let cause: any LoadCause
  private let query: EventValue
  private var stores: [StoreID]

  fileprivate init(_ start: LoadStart, shownBy states: [AnyObject]) {
    id = QueryAttempt.ID(name: start.name, attempt: start.attempt, number: SerialNumber.next())
    attempt = start.attempt
    reason = start.reason
    cause = start.cause
    query = EventValue(start.query)
    let cause = start.cause as? QueryCause ?? QueryCause(.outside)
    stores = cause.stores
    let step = QueryAttempt.Start(
      reason: start.reason,
      watcherCount: start.watcherCount,
      cause: cause.cause
    )
    tell(.started(step), states)
  }

  package var own: any LoadCause { QueryCause(.query(id), of: stores) }

  package func end(_ end: LoadEnd, shownBy states: [AnyObject]) {
    switch end {
    case .answered: tell(.answered, states)
    case .failed(let error): tell(.failed(EventValue(error)), states)
    case .cancelled: tell(.cancelled, states)
    }
  }

  package func write(_ change: () -> Void) {
    CurrentCause.withContent(.query(id), change)
  }

  private func tell(_ step: QueryAttempt.Step, _ states: [AnyObject]) {
    for state in states {
      guard let store = TrackedObject[state]?.store, !stores.contains(store) else { continue }
      stores.append(store)
    }
    // No recorded store is concerned.
    guard let store = stores.first else { return }
    let event = QueryAttempt(id: id, query: query, step: step, stores: stores)
    EventCenter.emit(.query(event), of: store)
  }
}
