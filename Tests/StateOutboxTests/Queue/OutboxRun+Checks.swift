import Foundation

@testable import StateOutbox

extension OutboxRun {
  mutating func execute(_ command: OutboxCommand) {
    switch command {
    case .write(let record, let number):
      log.append(record)
      if let number { writes.append((number, record)) }
      if case .started(let key, _, let date) = record,
        let fault = audit.noteStart(key, date, queue[key]?.rules)
      {
        faults.append(fault)
      }
    case .start(let key, let attempt, let payload): start(key, attempt, payload)
    case .cancel(let key, _):
      for index in attempts.indices where attempts[index].key == key {
        attempts[index].isCancelled = true
      }
    case .wake(let time):
      if time != queue.nextWake { faults.append("the wake differs from its command") }
    case .resume(let key, let outcome):
      outcomes[key] = outcome
      if [.cancelled, .discarded].contains(outcome) { audit.settled.insert(key) }
    case .show(let key, let payload): shown[key] = payload
    case .hide(let key):
      if shown.removeValue(forKey: key) == nil { faults.append("\(key.number) isn't shown") }
    case .commit(let key, _):
      shown[key] = nil
      audit.settled.insert(key)
    case .replaced(let key, _): audit.settled.insert(key)
    case .acquireLease:
      if isLeaseRequested { faults.append("the lease is requested twice") }
      isLeaseRequested = true
    case .releaseLease:
      if !attempts.isEmpty { faults.append("the lease ends during an attempt") }
    case .report(let key):
      if queue[key].map({ $0.state.isPending }) ?? false {
        faults.append("\(key.number) is reported and pending")
      }
    case .publish: break
    }
  }

  private mutating func start(_ key: UUID, _ attempt: Int, _ payload: Int) {
    guard let view = queue[key] else {
      faults.append("\(key.number) starts and isn't in the queue")
      return
    }
    if view.payload != payload { faults.append("\(key.number) starts with another payload") }
    begun.append(key)
    if let fault = audit.noteAttempt(key, now.date, view.rules) { faults.append(fault) }
    let request = request(view)
    if attempts.contains(where: { $0.key == key || $0.request.lane == view.lane }) {
      faults.append("\(key.number) starts while its lane is busy")
    }
    attempts.append(Attempt(key: key, attempt: attempt, request: request))
  }

  // MARK: Checks after each step

  mutating func check() {
    if let fault = audit.noteStates(of: queue) { faults.append(fault) }
    compare()
    checkCounts()
    checkLog()
    faults += server.faults
    let kept = Set(queue.views().map(\.key))
    for key in audit.stored.subtracting(audit.settled) where !kept.contains(key) {
      faults.append("\(key.number) is lost")
    }
  }

  mutating func compare() {
    let views = queue.views()
    let expected = reference.changes
    guard views.map(\.key) == expected.map(\.draft.key) else {
      faults.append(
        "changes \(views.map(\.key.number)), expected \(expected.map(\.draft.key.number))"
      )
      return
    }
    for (view, change) in zip(views, expected) {
      let state = reference.viewState(change)
      if view.state != state || view.attempts != change.attempts {
        faults.append(
          "\(view.key.number): \(view.state), \(view.attempts); expected \(state),"
            + " \(change.attempts)"
        )
      }
      if view.payload != change.draft.payload || view.lane != change.draft.lane
        || view.subject != change.draft.subject || view.rules != change.draft.rules
      {
        faults.append("\(view.key.number) has another content")
      }
      if view.isRefused != change.isRefused {
        faults.append("\(view.key.number): refused \(view.isRefused)")
      }
      if view.isShown != change.isShown {
        faults.append("\(view.key.number): shown \(view.isShown), expected \(change.isShown)")
      }
    }
    if shown != reference.shown {
      faults.append("shown \(shown.values), expected \(reference.shown.values)")
    }
  }

  private mutating func checkCounts() {
    let expected = reference.changes
    if begun != reference.begun {
      faults.append(
        "starts \(begun.map(\.number)), expected \(reference.begun.map(\.number))"
      )
    }
    if outcomes != reference.outcomes {
      faults.append("outcomes \(outcomes), expected \(reference.outcomes)")
    }
    if writes.map(\.record) != reference.writes {
      faults.append("writes \(writes.map(\.record)), expected \(reference.writes)")
    }
    if queue.pendingCount != expected.count(where: { $0.state.isPending }) {
      faults.append("pending \(queue.pendingCount)")
    }
    if queue.failedCount != expected.count(where: { !$0.state.isPending }) {
      faults.append("failed \(queue.failedCount)")
    }
    let oldest = expected.filter(\.state.isPending).map(\.draft.enqueuedAt).min()
    if queue.oldestPending != oldest { faults.append("another change is the oldest") }
    if queue.canSend != reference.canSend { faults.append("can send: \(queue.canSend)") }
    if queue.lease != reference.lease { faults.append("lease \(queue.lease)") }
    if queue.nextWake != reference.wake {
      faults.append(
        "wakes at \(String(describing: queue.nextWake)), expected"
          + " \(String(describing: reference.wake))"
      )
    }
    for subject in ["subject 1", "subject 2"] {
      let keys = expected.filter { $0.draft.subject == subject }.map(\.draft.key)
      if queue.views(of: subject).map(\.key) != keys { faults.append("\(subject) has others") }
    }
    for lane in Set(expected.map(\.draft.lane)) {
      let keys = expected.filter { $0.draft.lane == lane }.map(\.draft.key)
      if queue.views(in: lane).map(\.key) != keys { faults.append("\(lane) has others") }
    }
  }

  /// Restores a queue from the log, and one from the rewritten log.
  private mutating func checkLog() {
    guard writes.isEmpty, stepCount % 3 == 0 else { return }
    let expected = reference.changes.map { Restored($0) }
    for records in [log, queue.records] {
      let restored = OutboxQueue(records, options: options, at: now).views()
      if restored.map({ Restored($0) }) != expected {
        faults.append("restores \(restored.map { Restored($0) }), expected \(expected)")
      }
    }
  }

  /// The part of a change that survives the process.
  private struct Restored: Equatable, CustomStringConvertible {
    let key: UUID
    let payload: Int
    let attempts: Int
    let isRefused: Bool
    let state: String

    init(_ view: OutboxView) {
      key = view.key
      payload = view.payload
      attempts = view.attempts
      isRefused = view.isRefused
      state =
        switch view.state {
        case .queued, .sending, .waiting, .undecodable: "pending"
        default: "\(view.state)"
        }
    }

    init(_ change: ReferenceOutbox.Change) {
      key = change.draft.key
      payload = change.draft.payload
      attempts = change.attempts
      isRefused = change.isRefused
      state =
        switch change.state {
        case .storing, .queued, .waiting, .starting, .sending, .undecodable: "pending"
        case .heldLane, .heldAll: "held"
        default: "\(change.state)"
        }
    }

    var description: String { "\(key.number) \(state) \(attempts)" }
  }
}

extension ReferenceOutbox {
  func viewState(_ change: Change) -> OutboxView.State {
    switch change.state {
    case .storing, .queued: .queued
    case .starting: .sending(attempt: change.attempts + 1)
    case .sending: .sending(attempt: change.attempts)
    case .waiting:
      .waiting(
        until: now.date.addingTimeInterval(max(change.until - now.clock, .zero).inSeconds)
      )
    case .rejected: .rejected
    case .heldLane, .heldAll: .held
    case .unknown: .unknown
    case .expired: .expired
    case .undecodable: .undecodable
    }
  }

  /// The payloads whose patches are shown.
  var shown: [UUID: Int] {
    var shown: [UUID: Int] = [:]
    for change in changes where change.isShown {
      shown[change.draft.key] = change.draft.payload
    }
    for case .merged(let key, let payload, _) in writes where shown[key] != nil {
      shown[key] = payload
    }
    return shown
  }
}
