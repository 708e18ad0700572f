import Foundation

@testable import StateOutbox

/// A run of a program: a queue, the reference, a log, and a server.
struct OutboxRun {
  struct Attempt: Hashable {
    let key: UUID
    let attempt: Int
    let request: OutboxServer.Request
    var isCancelled = false
  }

  let options: OutboxQueue.Options
  /// Whether writes end, and leases are gained, at once.
  let isPrompt: Bool
  var queue: OutboxQueue
  var reference: ReferenceOutbox
  var now: OutboxTime
  var log: [OutboxRecord] = []
  /// The number of records that survive a power loss.
  var syncedCount = 0
  var writes: [(number: OutboxWrite, record: OutboxRecord)] = []
  var attempts: [Attempt] = []
  /// Requests without an answer, which may still arrive.
  var lost: [OutboxServer.Request] = []
  var server = OutboxServer()
  var shown: [UUID: Int] = [:]
  var audit = OutboxAudit()
  var lastKey = 0
  var stepCount = 0
  var faults: [String] = []
  var begun: [UUID] = []
  var outcomes: [UUID: OutboxOutcome] = [:]
  var isLeaseRequested = false
  /// The changes that other processes are sending.
  var othersInFlight: [UUID] = []

  init(options: OutboxQueue.Options, isPrompt: Bool) {
    self.options = options
    self.isPrompt = isPrompt
    now = OutboxTime(clock: .zero, date: Date(timeIntervalSinceReferenceDate: 1_000_000))
    queue = OutboxQueue(options: options, at: now)
    reference = ReferenceOutbox(options: options, at: now)
  }

  mutating func perform(_ step: OutboxStep) {
    stepCount += 1
    forgetStep()
    switch step {
    case .restart(let kept): restart(kept: kept)
    case .compact: compact()
    case .pass(let seconds, let wakes): pass(.seconds(seconds), wakes: wakes)
    case .setBack(let seconds):
      now.date -= Double(seconds)
      input({ $0.pass(at: $1, &$2) }, expecting: { _ in })
    default: performInput(step)
    }
    if isPrompt, faults.isEmpty { performPromptly() }
    check()
  }

  /// Gains the lease and ends all writes.
  private mutating func performPromptly() {
    while isLeaseRequested || !writes.isEmpty {
      checkStep()
      guard faults.isEmpty else { return }
      if isLeaseRequested { gainLease() } else { stored() }
    }
  }

  /// Compares the commands of one input, before the next one.
  private mutating func checkStep() {
    check()
    forgetStep()
  }

  private mutating func forgetStep() {
    begun = []
    outcomes = [:]
    reference.begun = []
    reference.outcomes = [:]
  }

  // MARK: Inputs

  mutating func input(
    settingAside keys: [UUID] = [],
    _ perform: (inout OutboxQueue, OutboxTime, inout [OutboxCommand]) -> Void,
    expecting expect: (inout ReferenceOutbox) -> Void
  ) {
    var commands: [OutboxCommand] = []
    perform(&queue, now, &commands)
    reference.begin(at: now, settingAside: keys)
    expect(&reference)
    reference.finish()
    for command in commands { execute(command) }
  }

  mutating func nextDraft(lane: Int, rules: Int) -> OutboxDraft {
    lastKey += 1
    return OutboxDraft(
      key: .number(lastKey),
      name: "Change",
      lane: "lane \(lane)",
      subject: lastKey % 3 == 0 ? nil : "subject \(lastKey % 3)",
      enqueuedAt: now.date,
      payload: lastKey * 100,
      rules: outboxRules[rules]
    )
  }

  mutating func gainLease() {
    isLeaseRequested = false
    othersInFlight = []
    input({ $0.gainLease(at: $1, &$2) }, expecting: { $0.lease = .held })
  }

  mutating func stored() {
    guard !writes.isEmpty else { return }
    let (number, record) = writes.removeFirst()
    // The sync of this record includes all earlier ones.
    if let index = log.lastIndex(of: record) { syncedCount = max(syncedCount, index + 1) }
    audit.noteStored(record)
    input({ $0.stored(number, at: $1, &$2) }, expecting: { $0.stored() })
  }

  mutating func notStored() {
    guard !writes.isEmpty else { return }
    let (number, record) = writes.removeFirst()
    if let index = log.lastIndex(of: record) {
      log.remove(at: index)
      if index < syncedCount { syncedCount -= 1 }
    }
    input({ $0.notStored(number, at: $1, &$2) }, expecting: { $0.notStored() })
  }

  mutating func others(_ record: OutboxRecord) {
    // The records that this process is writing come after it.
    let open = Set(writes.map(\.record))
    let place = log.firstIndex { open.contains($0) } ?? log.count
    log.insert(record, at: place)
    if case .done = record {} else { syncedCount = max(syncedCount, place + 1) }
    audit.noteStored(record)
    if case .done(let key) = record { audit.settled.insert(key) }
    input {
      $0.read([record], at: $1, &$2)
    } expecting: { reference in
      if case .done(let key) = record, reference.index(key) != nil {
        reference.outcomes[key] = .settled(.elsewhere)
      }
      reference.take(record)
    }
  }

  private mutating func pass(_ duration: Duration, wakes: Bool) {
    let end = now.clock + duration
    while wakes, let wake = queue.nextWake, wake <= end, faults.isEmpty {
      let step = max(wake - now.clock, .zero)
      move(step)
      let before = queue.nextWake
      input({ $0.pass(at: $1, &$2) }, expecting: { _ in })
      if queue.nextWake == before, step == .zero {
        faults.append("the queue wakes again and again")
      }
      if isPrompt { performPromptly() }
      checkStep()
    }
    move(end - now.clock)
    input({ $0.pass(at: $1, &$2) }, expecting: { _ in })
  }

  private mutating func move(_ duration: Duration) {
    now.clock += duration
    now.date += duration.inSeconds
  }

  // MARK: Restarts

  /// Rewrites the log from the queue.
  private mutating func compact() {
    guard writes.isEmpty else { return }
    log = queue.records
    syncedCount = log.count
  }

  private mutating func restart(kept: Int) {
    // Synced writes without an end may or may not have reached the disk.
    log = Array(log.prefix(max(syncedCount, min(log.count, syncedCount + kept))))
    syncedCount = log.count
    writes = []
    for attempt in attempts { lost.append(attempt.request) }
    attempts = []
    isLeaseRequested = false
    now.clock += .seconds(5)
    now.date += 5
    for record in log { audit.noteStored(record) }
    for record in log { audit.noteRemoval(record) }
    let isOnline = queue.isOnline
    queue = OutboxQueue(log, options: options, at: now)
    queue.isOnline = isOnline
    reference = ReferenceOutbox(log, options: options, at: now)
    reference.isOnline = isOnline
    shown = [:]
    for view in queue.views() where view.isShown { shown[view.key] = view.payload }
    compare()
    input({ $0.pass(at: $1, &$2) }, expecting: { _ in })
  }
}
