import Foundation

@testable import StateOutbox

extension ReferenceOutbox {
  /// The outbox of a process that starts with a log.
  init(_ records: [OutboxRecord], options: OutboxQueue.Options, at now: OutboxTime) {
    self.init(options: options, at: now)
    for record in records { take(record) }
    outcomes = [:]
  }

  /// Takes a fact of the log.
  mutating func take(_ record: OutboxRecord) {
    switch record {
    case .enqueued(let draft): add(draft)
    case .kept(let draft, let progress):
      add(draft)
      guard let index = index(draft.key) else { return }
      changes[index].attempts = progress.attempts
      changes[index].first = progress.firstAttempt
      changes[index].openCount = progress.isUnanswered ? 2 : progress.firstAttempt == nil ? 0 : 1
      changes[index].isRetried = progress.isRetried
      changes[index].isRefused = progress.isRefused
      if let state = progress.state { fail(index, state) }
    case .started(let key, let attempt, let date):
      guard let index = index(key) else { return }
      changes[index].attempts = max(changes[index].attempts, attempt)
      changes[index].first = min(changes[index].first ?? date, date)
      changes[index].openCount += 1
      changes[index].isRefused = false
      changes[index].until = .zero
      if changes[index].state != .starting { changes[index].state = .queued }
    case .done(let key): changes.removeAll { $0.draft.key == key }
    case .failed(let key, let state, _): index(key).map { fail($0, state) }
    case .merged(let key, let payload, let later):
      if let index = index(key), changes[index].attempts == 0 {
        changes[index].draft.payload = payload
      } else {
        add(later)
      }
    case .cancelled(let key, let later):
      if let index = index(key), changes[index].attempts == 0 {
        changes.remove(at: index)
        outcomes[key] = .cancelled
      } else if let later {
        add(later)
      }
    case .replaced(let key, let draft):
      if let index = index(key) {
        changes[index] = Change(draft: draft, state: .queued)
      } else {
        add(draft)
      }
    case .discarded(let key):
      if index(key) != nil { outcomes[key] = .discarded }
      changes.removeAll { $0.draft.key == key }
    case .retried(let key):
      // The other changes that hold everything hold their lanes only.
      if let key, let index = index(key), changes[index].state == .heldAll {
        for other in changes.indices where changes[other].state == .heldAll {
          changes[other].state = .heldLane
        }
      }
      for index in changes.indices where key == nil || changes[index].draft.key == key {
        retry(index)
      }
    case .released:
      for index in changes.indices
      where changes[index].state == .heldLane || changes[index].state == .heldAll {
        changes[index].state = .queued
        changes[index].until = .zero
      }
    case .removedAll:
      for change in changes { outcomes[change.draft.key] = .discarded }
      changes = []
    }
  }

  private mutating func add(_ draft: OutboxDraft) {
    guard index(draft.key) == nil else { return }
    let place = changes.firstIndex { $0.state == .storing } ?? changes.count
    changes.insert(Change(draft: draft, state: .queued), at: place)
  }

  private mutating func retry(_ index: Int) {
    switch changes[index].state {
    case .storing, .starting, .sending, .undecodable: return
    case .queued, .waiting: break
    default:
      changes[index].first = nil
      changes[index].openCount = 0
      changes[index].isRetried = true
    }
    changes[index].state = .queued
    changes[index].until = .zero
  }

  private mutating func fail(_ index: Int, _ state: OutboxFailedState) {
    changes[index].isUrgent = false
    switch state {
    case .waiting(let until):
      let pause = Duration.seconds(until.timeIntervalSince(now.date))
      let longest = changes[index].draft.rules.longestPause
      changes[index].state = .waiting
      changes[index].until = now.clock + min(max(pause, .zero), longest)
    case .rejected: refuse(index, .rejected)
    case .heldLane: refuse(index, .heldLane)
    case .heldAll: refuse(index, .heldAll)
    case .unknown:
      changes[index].state = .unknown
      changes[index].isRefused = false
    case .expired:
      changes[index].attempts = 0
      closeLast(index)
      changes[index].state = .expired
    case .undecodable:
      // The attempt of the last start wasn't made.
      changes[index].attempts -= 1
      closeLast(index)
      changes[index].state = .queued
    }
  }

  private mutating func refuse(_ index: Int, _ state: State) {
    changes[index].isRefused = true
    closeLast(index)
    changes[index].state = state
  }

  /// The last attempt has an outcome; the horizon ends unless another one has none.
  private mutating func closeLast(_ index: Int) {
    changes[index].openCount = max(changes[index].openCount - 1, 0)
    if changes[index].openCount == 0 { changes[index].first = nil }
  }
}
