#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import Foundation
import StateCore
import StateJournal
import StateRecord

extension InspectorReader {
  /// Returns the app's outboxes, with at most this number of changes of each.
  func outboxes(_ limit: Int) -> OutboxList {
    OutboxList(
      outboxes: ListedOutboxes.all.map { number, outbox in
        InspectedOutbox(
          number: number,
          pending: outbox.counts.pending,
          failed: outbox.counts.failed,
          oldest: outbox.oldestAge.map { $0 / .seconds(1) },
          hold: outbox.listedHold.flatMap { InspectedOutbox.Hold(rawValue: $0.rawValue) },
          failing: outbox.failingCount > 0 ? outbox.failingCount : nil,
          changes: outbox.changes(atMost: limit).map { InspectedChange($0, in: journal) }
        )
      }
    )
  }
}

extension InspectedChange {
  @MainActor
  fileprivate init(_ change: ListedChange, in journal: Journal) {
    let value = change.change.map { EventValue($0) }
    key = change.key.uuidString
    name = change.name
    self.change = value?.text.shortened(toBytes: EntrySummary.longestText)
    lane = change.lane
    state = State(rawValue: change.state.rawValue) ?? .queued
    attempts = change.attempts
    age = change.age / .seconds(1)
    next = change.untilNext.map { $0 / .seconds(1) }
    error = change.error?.shortened(toBytes: EntrySummary.longestText)
    entry = (change.note as? OutboxRecord).flatMap { journal.startEntry(of: $0.id) }
  }
}
#endif
