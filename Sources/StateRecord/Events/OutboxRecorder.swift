import Foundation
package import StateCore

/// Emits the steps of changes of outboxes as events of the stores that have enqueued them or show their content.
struct OutboxRecorder: OutboxListener {
  var cause: any LoadCause { QueryCause(CurrentCause.now) }

  func note(_ change: OutboxedChange) -> any OutboxNote { OutboxRecord(change) }
}

/// A change of an outbox.
@MainActor
package final class OutboxRecord: OutboxNote {
  package private(set) var id: OutboxEvent.ID
  private let change: EventValue?
  private let lane: String
  /// The code that has enqueued it; `outside` if an earlier process has.
  private let cause: EventCause
  package let origin: String?
  private let isOfEarlierProcess: Bool
  private var stores: [StoreID]
  private var start: ContinuousClock.Instant?

  fileprivate init(_ change: OutboxedChange) {
    id = OutboxEvent.ID(key: change.key, name: change.name, attempt: 0)
    self.change = change.change.map { EventValue($0) }
    lane = change.lane
    isOfEarlierProcess = change.cause == nil
    let cause = change.cause as? QueryCause
    self.cause = cause?.cause ?? .outside
    stores = cause?.stores ?? []
    origin = change.origin ?? cause.flatMap { EventCenter.name(of: $0.cause) }
  }

  package var own: any LoadCause { QueryCause(.outbox(id), of: stores) }

  package func write(_ change: () -> Void) { CurrentCause.withContent(.outbox(id), change) }

  package func add(_ stage: OutboxStage, shownBy states: [AnyObject]) {
    switch stage {
    case .enqueued: tell(.enqueued, by: cause, states)
    case .merged(let key): tell(.merged(into: key), by: cause, states)
    case .started(let attempt, let reason):
      let earlier = id
      id = OutboxEvent.ID(key: id.key, name: id.name, attempt: attempt)
      start = .now
      let isFirst = isOfEarlierProcess && earlier.attempt == 0
      tell(.started(reason: reason), by: isFirst ? .outside : .outbox(earlier.ofChange), states)
    case .applied: tell(.applied(duration()), states)
    case .waits(let date, let error): tell(.waits(until: date, value(error), duration()), states)
    case .failed(let state, let error):
      tell(.failed(state: state, value(error), duration()), states)
    case .cancelled: tell(.cancelled, states)
    case .removed(let way, let cause):
      tell(.removed(way: way), by: (cause as? QueryCause)?.cause ?? .outside, states)
    case .unstored: tell(.unstored, states)
    }
  }

  private func value(_ error: (any Error)?) -> EventValue? { error.map { EventValue($0) } }

  private func duration() -> Duration? {
    defer { start = nil }
    return start.map { .now - $0 }
  }

  private func tell(_ step: OutboxEvent.Step, _ states: [AnyObject]) {
    tell(step, by: isOfEarlierProcess ? .outside : .outbox(id.ofChange), states)
  }

  private func tell(_ step: OutboxEvent.Step, by cause: EventCause, _ states: [AnyObject]) {
    for state in states {
      guard let store = TrackedObject[state]?.store, !stores.contains(store) else { continue }
      stores.append(store)
    }
    let event = OutboxEvent(
      id: id,
      change: change,
      lane: lane,
      step: step,
      cause: cause,
      origin: isOfEarlierProcess ? origin : nil,
      stores: stores
    )
    EventCenter.tell(event)
    // Otherwise, no recorded store is concerned.
    if let store = stores.first { EventCenter.emit(.outbox(event), of: store) }
  }
}
