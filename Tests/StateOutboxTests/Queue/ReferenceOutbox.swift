import Foundation

@testable import StateOutbox

/// The rules of an outbox, written as simply as possible: one list that each input searches from the start.
struct ReferenceOutbox {
  enum State: Equatable {
    case storing, queued, waiting, starting, sending
    case rejected, heldLane, heldAll, unknown, expired, undecodable

    var isPending: Bool {
      [.storing, .queued, .waiting, .starting, .sending].contains(self)
    }
    var isQueued: Bool { self == .queued || self == .waiting }
  }

  struct Change {
    var draft: OutboxDraft
    var state: State
    var attempts = 0
    /// The date from which the horizon counts.
    var first: Date?
    /// The number of attempts without an outcome.
    var openCount = 0
    var isRefused = false
    /// The time of the clock at which an attempt may start.
    var until = Duration.zero
    var isRetried = false
    var isUrgent = false
    var isWriting = false
    var isRemoving = false

    var isShown: Bool { ![.rejected, .expired, .undecodable].contains(state) && !isRemoving }
  }

  enum Removal { case none, wanted, writing }

  let options: OutboxQueue.Options
  /// In the order of the log; those being written come last.
  var changes: [Change] = []
  /// The synced writes that haven't ended.
  var writes: [OutboxRecord] = []
  var now: OutboxTime
  var isOnline = true
  var isPaused = false
  var lease = OutboxQueue.Lease.none
  var removal = Removal.none
  var nextProbe: Duration?
  var startCount = 0
  var lastStarts: [String: Duration] = [:]
  /// The keys that `start` names in the current step.
  var begun: [UUID] = []
  /// The tickets that end in the current step.
  var outcomes: [UUID: OutboxOutcome] = [:]

  init(options: OutboxQueue.Options, at now: OutboxTime) {
    self.options = options
    self.now = now
  }

  // MARK: Searches

  func index(_ key: UUID) -> Int? { changes.firstIndex { $0.draft.key == key } }

  private func blocks(_ change: Change) -> Bool {
    switch change.state {
    case .unknown, .expired: false
    case .rejected: change.draft.rules.holdsLaneWhenRejected
    case .undecodable: options.holdsLaneOfUndecodable
    default: true
    }
  }

  private var lanes: Set<String> { Set(changes.map(\.draft.lane)) }
  private func head(_ lane: String) -> Int? {
    changes.firstIndex { $0.draft.lane == lane && blocks($0) }
  }
  private func isInFlight(_ change: Change) -> Bool {
    change.state == .starting || change.state == .sending
  }
  private func isBusy(_ lane: String) -> Bool {
    changes.contains { $0.draft.lane == lane && isInFlight($0) }
  }
  private var inFlightCount: Int { changes.count { isInFlight($0) } }
  private var isHeld: Bool { changes.contains { $0.state == .heldAll } }

  /// The heads that may start, apart from the network.
  private var free: [Int] {
    lanes.compactMap { head($0) }.filter {
      changes[$0].state.isQueued && !changes[$0].isWriting && changes[$0].until <= now.clock
        && !isBusy(changes[$0].draft.lane)
    }.sorted()
  }

  var canSend: Bool {
    if inFlightCount > 0 || !writes.isEmpty { return true }
    let isOpen = lanes.contains { head($0).map { changes[$0].state.isPending } ?? false }
    return isOnline && !isPaused && !isHeld && isOpen
  }

  /// The dates at which a change becomes unknown and expires.
  private func dates(_ change: Change) -> (unknown: Date, expired: Date) {
    let never = Date.distantFuture
    guard change.state.isQueued, !change.isWriting else { return (never, never) }
    let rules = change.draft.rules
    let unknown = change.first?.addingTimeInterval(rules.resendsFor.inSeconds) ?? never
    // What was sent may be on the server.
    return (unknown, change.attempts > 0 ? never : expiry(change))
  }

  private func expiry(_ change: Change) -> Date {
    guard !change.isRetried, let age = change.draft.rules.expiresAfter else {
      return .distantFuture
    }
    return change.draft.enqueuedAt.addingTimeInterval(age.inSeconds)
  }

  var wake: Duration? {
    var times: [Duration] = []
    for change in changes {
      let (unknown, expired) = dates(change)
      let next = min(unknown, expired)
      if next < .distantFuture {
        times.append(now.clock + .seconds(next.timeIntervalSince(now.date)))
      }
    }
    if !isPaused, !isHeld, removal == .none {
      for lane in lanes where !isBusy(lane) {
        if let head = head(lane), changes[head].state.isQueued, !changes[head].isWriting,
          changes[head].until > now.clock
        {
          times.append(changes[head].until)
        }
      }
      if !isOnline, let nextProbe, nextProbe > now.clock,
        free.contains(where: { !changes[$0].isUrgent })
      {
        times.append(nextProbe)
      }
    }
    return times.min()
  }

  // MARK: Steps

  /// Begins a step; the changes that can't be decoded have no dates.
  mutating func begin(at now: OutboxTime, settingAside keys: [UUID] = []) {
    self.now = now
    begun = []
    outcomes = [:]
    for key in keys { setAside(key) }
    passDates()
  }

  mutating func finish() {
    passDates()
    while !isPaused, !isHeld, removal == .none, inFlightCount < options.lanesAtOnce,
      let next = next()
    {
      guard lease == .held else {
        lease = .requested
        break
      }
      if !isOnline, !changes[next].isUrgent { nextProbe = now.clock + .seconds(300) }
      let change = changes[next]
      changes[next].state = .starting
      changes[next].isUrgent = false
      changes[next].isWriting = true
      lastStarts[change.draft.lane] = now.clock
      startCount += 1
      writes.append(.started(change.draft.key, attempt: change.attempts + 1, date: now.date))
    }
    if removal == .wanted, inFlightCount == 0 {
      removal = .writing
      writes.append(.removedAll)
    }
    if lease == .held, inFlightCount == 0 { lease = .none }
    lastStarts = lastStarts.filter { lanes.contains($0.key) }
  }

  private func next() -> Int? {
    let isTrying = isOnline || nextProbe.map { $0 <= now.clock } ?? true
    let candidates = free.filter { isTrying || changes[$0].isUrgent }
    if startCount % 4 == 3 { return candidates.first }
    // The first of those with the highest priority.
    let highest = candidates.map { changes[$0].draft.rules.priority }.max()
    return candidates.first { changes[$0].draft.rules.priority == highest }
  }

  private mutating func passDates() {
    for index in changes.indices {
      let (unknown, expired) = dates(changes[index])
      if unknown <= now.date {
        changes[index].state = .unknown
        changes[index].isRefused = false
        outcomes[changes[index].draft.key] = .unknownOutcome
      } else if expired <= now.date {
        changes[index].state = .expired
        outcomes[changes[index].draft.key] = .expired
      } else {
        continue
      }
      changes[index].isUrgent = false
    }
  }

  // MARK: Changes

  mutating func enqueue(_ draft: OutboxDraft) {
    guard changes.count < options.limit, removal == .none else { return }
    changes.append(Change(draft: draft, state: .storing))
    changes[changes.count - 1].isWriting = false
    writes.append(.enqueued(draft))
  }

  func candidate(_ name: String, _ lane: String) -> UUID? {
    guard removal == .none, let last = changes.last(where: { $0.draft.lane == lane }),
      last.state == .queued, last.attempts == 0, !last.isWriting, last.draft.name == name
    else { return nil }
    return last.draft.key
  }

  mutating func merge(_ later: OutboxDraft, into key: UUID, payload: Int) {
    guard let index = index(key) else { return }
    changes[index].isWriting = true
    writes.append(.merged(key, payload: payload, later: later))
  }

  mutating func cancel(_ key: UUID, by later: OutboxDraft?) {
    guard let index = index(key), changes[index].attempts == 0,
      changes[index].state != .starting, !isOpen(index), removal == .none
    else { return }
    changes[index].isWriting = true
    changes[index].isRemoving = true
    writes.append(.cancelled(key, later: later))
  }

  mutating func discard(_ key: UUID) {
    guard let index = index(key), !changes[index].state.isPending, !isOpen(index),
      removal == .none
    else { return }
    changes[index].isWriting = true
    changes[index].isRemoving = true
    writes.append(.discarded(key))
  }

  mutating func replace(_ key: UUID, with draft: OutboxDraft) {
    guard let index = index(key), changes[index].state != .starting, !isOpen(index),
      changes[index].attempts == 0
        || [.rejected, .heldLane, .heldAll].contains(changes[index].state), removal == .none
    else { return }
    changes[index].isWriting = true
    writes.append(.replaced(key, with: draft))
  }

  /// Whether a record of the change is being written.
  private func isOpen(_ index: Int) -> Bool {
    changes[index].isWriting || changes[index].state == .storing
  }

  mutating func removeAll() {
    if removal == .none { removal = .wanted }
  }

  private mutating func setAside(_ key: UUID) {
    guard let index = index(key), changes[index].state.isQueued, !changes[index].isWriting else {
      return
    }
    changes[index].state = .undecodable
    outcomes[key] = .undecodable
  }

  // MARK: Writes

  mutating func stored() {
    guard !writes.isEmpty else { return }
    let record = writes.removeFirst()
    close(record)
    switch record {
    case .enqueued(let draft):
      // Those being written stay behind it.
      guard let index = index(draft.key) else { return }
      var change = changes.remove(at: index)
      change.state = .queued
      let place = changes.firstIndex { $0.state == .storing } ?? changes.count
      changes.insert(change, at: place)
    case .started(let key, let attempt, _):
      let first = index(key).flatMap { changes[$0].first }
      take(record)
      guard let index = index(key), changes[index].state == .starting else { return }
      let rules = changes[index].draft.rules
      if lease != .held || removal != .none {
        changes[index].state = .queued
      } else if let first, first.addingTimeInterval(rules.resendsFor.inSeconds) <= now.date {
        fail(index, .unknown, .unknownOutcome)
      } else if attempt == 1, expiry(changes[index]) <= now.date {
        take(.failed(key, .expired, failure: nil))
        outcomes[key] = .expired
      } else {
        changes[index].state = .sending
        begun.append(key)
      }
    case .removedAll:
      removal = .none
      take(record)
    default: take(record)
    }
  }

  mutating func notStored() {
    guard !writes.isEmpty else { return }
    let record = writes.removeFirst()
    close(record)
    switch record {
    case .enqueued(let draft):
      outcomes[draft.key] = .notStored
      changes.removeAll { $0.draft.key == draft.key }
    case .started(let key, _, _):
      guard let index = index(key) else { return }
      changes[index].state = .queued
      changes[index].until = now.clock + .seconds(10)
    case .removedAll: removal = .none
    default: break
    }
  }

  private mutating func close(_ record: OutboxRecord) {
    let key: UUID
    switch record {
    case .started(let other, _, _), .merged(let other, _, _), .cancelled(let other, _),
      .discarded(let other), .replaced(let other, _):
      key = other
    default: return
    }
    guard let index = index(key) else { return }
    changes[index].isWriting = false
    changes[index].isRemoving = false
  }

  // MARK: Attempts

  mutating func ended(_ key: UUID, attempt: Int, _ end: OutboxEnd) {
    guard let index = index(key), changes[index].state == .sending,
      changes[index].attempts == attempt
    else { return }
    switch end {
    case .answer, .applied:
      outcomes[key] = .settled(end == .answer ? .answer : .applied)
      changes.remove(at: index)
    case .retry(let pause, _):
      changes[index].state = .waiting
      changes[index].until = now.clock + pause
    case .replace(let draft):
      changes[index].state = .waiting
      changes[index].until = now.clock + changes[index].draft.rules.longestPause
      changes[index].isWriting = true
      writes.append(.replaced(key, with: draft))
    case .reject: refuse(index, .rejected)
    case .holdLane: refuse(index, .heldLane)
    case .holdAll: refuse(index, .heldAll)
    case .interrupted: changes[index].state = .queued
    case .undecodable:
      take(.failed(key, .undecodable, failure: nil))
      fail(index, .undecodable, .undecodable)
    case .unknown: fail(index, .unknown, .unknownOutcome)
    }
  }

  private mutating func refuse(_ index: Int, _ state: OutboxFailedState) {
    let key = changes[index].draft.key
    take(.failed(key, state, failure: nil))
    outcomes[key] = .failure
  }

  private mutating func fail(_ index: Int, _ state: State, _ outcome: OutboxOutcome) {
    changes[index].state = state
    outcomes[changes[index].draft.key] = outcome
  }

  // MARK: Control

  mutating func resume() {
    isPaused = false
    take(.released)
  }

  mutating func retryNow(_ key: UUID?) {
    take(.retried(key))
    for index in changes.indices
    where changes[index].state.isQueued && (key == nil || changes[index].draft.key == key) {
      changes[index].isUrgent = true
    }
  }

  mutating func setOnline(_ isOnline: Bool, random: Double) {
    guard isOnline != self.isOnline else { return }
    self.isOnline = isOnline
    nextProbe = isOnline ? nil : now.clock + .seconds(300)
    guard isOnline else { return }
    for index in changes.indices where changes[index].state == .waiting {
      var end = now.clock + .seconds(2) * random
      if let start = lastStarts[changes[index].draft.lane] { end = max(end, start + .seconds(1)) }
      changes[index].until = min(changes[index].until, end)
    }
  }

  mutating func loseLease() {
    if lease == .held { lease = .none }
  }
}
