#if Inspector
import Foundation
import StateCore
import StateFields
import StateRecord

/// An outbox whose changes a test determines.
@MainActor
final class Tray: ListedOutbox {
  struct Letter: RedactedAction, Hashable {
    let text: String
    var isRedacted: Bool { true }
  }

  struct Failure: Error {}

  let key = UUID()
  private var note: (any OutboxNote)?
  private(set) var requests: [OutboxRequest] = []
  /// The inspectors that have changed something since their last release.
  private(set) var inspectors: Set<InspectorID> = []

  init() { ListedOutboxes.add(self) }

  /// The number of the outbox in requests.
  var number: Int { ListedOutboxes.all.first { $0.outbox === self }?.number ?? 0 }

  /// Tells journals of an attempt whose content a state shows.
  func tell(to state: AnyObject) {
    guard let listener = CoreListening.outboxes else { return }
    let note = listener.note(
      OutboxedChange(
        key: key,
        change: Letter(text: secret),
        name: "Letter",
        lane: "post",
        cause: listener.cause,
        origin: nil
      )
    )
    note.add(.enqueued, shownBy: [state])
    note.add(.started(attempt: 1, reason: "first"), shownBy: [state])
    note.add(.waits(until: Date(timeIntervalSinceReferenceDate: 5), Failure()), shownBy: [state])
    note.add(.started(attempt: 2, reason: "again"), shownBy: [state])
    note.add(.failed(state: "rejected", Failure()), shownBy: [state])
    note.add(.merged(into: UUID()), shownBy: [state])
    note.add(.applied, shownBy: [state])
    note.add(.cancelled, shownBy: [state])
    note.add(.removed(way: "discard", by: listener.cause), shownBy: [state])
    note.add(.unstored, shownBy: [state])
    self.note = note
  }

  var counts: (pending: Int, failed: Int) { (1, 1) }
  var oldestAge: Duration? { .seconds(30) }
  var listedHold: ListedHold? { inspectors.isEmpty ? .failure : .inspector }
  var failingCount: Int { requests.count }

  func changes(atMost count: Int) -> [ListedChange] {
    let letter = ListedChange(
      key: key,
      change: Letter(text: secret),
      name: "Letter",
      lane: "post",
      state: .waiting,
      attempts: 2,
      age: .seconds(30),
      untilNext: .seconds(12.5),
      error: "Failure()",
      note: note
    )
    let card = ListedChange(
      key: UUID(),
      change: nil,
      name: "Card",
      lane: "post",
      state: .undecodable,
      attempts: 0,
      age: .seconds(20),
      untilNext: nil,
      error: nil,
      note: nil
    )
    return Array([letter, card].prefix(count))
  }

  func perform(_ request: OutboxRequest, by inspector: InspectorID) -> Bool {
    if case .remove(let other) = request, other != key { return false }
    requests.append(request)
    inspectors.insert(inspector)
    return true
  }

  func release(_ inspector: InspectorID) { inspectors.remove(inspector) }
}
#endif
