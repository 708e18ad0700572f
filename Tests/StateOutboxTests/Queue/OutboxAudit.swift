import Foundation

@testable import StateOutbox

/// What a run notes besides the queue and the reference.
struct OutboxAudit {
  /// The order in which changes were enqueued; a replacement has the place of the replaced change.
  private(set) var places: [UUID: Int] = [:]
  /// The changes whose records are stored.
  private(set) var stored: Set<UUID> = []
  /// The changes that ended: settled, or removed by the app.
  var settled: Set<UUID> = []
  /// The changes that failed once, which later ones of their lanes may pass.
  var failed: Set<UUID> = []
  /// The date of the first attempt of each change since the app last retried it as a failed one.
  var firstStarts: [UUID: Date] = [:]
  private var lastStarts: [UUID: Date] = [:]
  /// The number of attempts of each change since that date.
  private var attemptCounts: [UUID: Int] = [:]

  /// Notes a record that is on disk.
  mutating func noteStored(_ record: OutboxRecord) {
    switch record {
    case .enqueued(let draft), .kept(let draft, _): notePlace(draft.key)
    case .replaced(let key, let draft):
      if places[draft.key] == nil { places[draft.key] = places[key] }
      if failed.contains(key) { failed.insert(draft.key) }
      notePlace(draft.key)
    // A void record enqueues the later change.
    case .merged(_, _, let later): if places[later.key] == nil { places[later.key] = places.count }
    case .cancelled(_, let later?):
      if places[later.key] == nil { places[later.key] = places.count }
    default: break
    }
  }

  private mutating func notePlace(_ key: UUID) {
    if places[key] == nil { places[key] = places.count }
    stored.insert(key)
  }

  /// Notes a record of the log that removes changes.
  mutating func noteRemoval(_ record: OutboxRecord) {
    switch record {
    case .cancelled(let key, _), .discarded(let key), .replaced(let key, _), .done(let key):
      settled.insert(key)
    case .removedAll: settled.formUnion(stored)
    default: break
    }
  }

  mutating func noteRetry(of key: UUID?, in queue: OutboxQueue) {
    for view in queue.views() where key == nil || view.key == key {
      if failed.contains(view.key) { forget(view.key) }
    }
  }

  /// Notes that the server has refused an attempt, or that none was made.
  mutating func noteOutcome(_ key: UUID) {
    if attemptCounts[key] == 1 { forget(key) }
  }

  private mutating func forget(_ key: UUID) {
    firstStarts[key] = nil
    attemptCounts[key] = nil
  }

  /// - Returns: A fault, if the horizon of the change has passed.
  mutating func noteStart(_ key: UUID, _ date: Date, _ rules: OutboxRules?) -> String? {
    lastStarts[key] = date
    guard let rules, let first = firstStarts[key],
      first.addingTimeInterval(rules.resendsFor.inSeconds) <= date
    else { return nil }
    return "\(key.number) is sent again after its horizon"
  }

  /// - Returns: A fault, if the horizon of the change has passed since its start was written.
  mutating func noteAttempt(_ key: UUID, _ now: Date, _ rules: OutboxRules) -> String? {
    guard let date = lastStarts[key] else { return nil }
    let first = firstStarts[key]
    firstStarts[key] = min(first ?? date, date)
    attemptCounts[key, default: 0] += 1
    guard let first, first.addingTimeInterval(rules.resendsFor.inSeconds) <= now else { return nil }
    return "\(key.number) starts after its horizon"
  }

  /// - Returns: A fault, if a change has expired although the server may have it.
  mutating func noteStates(of queue: OutboxQueue) -> String? {
    var fault: String?
    for view in queue.views() where !view.state.isPending {
      failed.insert(view.key)
      if view.state == .expired, firstStarts[view.key] != nil {
        fault = "\(view.key.number) has expired after an attempt"
      }
    }
    return fault
  }
}

extension OutboxView.State {
  var isPending: Bool {
    switch self {
    case .queued, .sending, .waiting: true
    case .rejected, .held, .unknown, .expired, .undecodable: false
    }
  }
}
