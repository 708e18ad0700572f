import StateQueries

/// What a caller that waits gets.
enum CacheOutcome: Hashable {
  case content(String)
  case failed
  case removed
  case cancelled
}

/// The reference for a cache: the entries and the callers, if everything that can run has run between two inputs.
struct CacheModel {
  enum Load: Equatable {
    case idle
    case running(number: Int, invalidation: Int, attempt: Int, start: Int)
    case pausing(end: Duration?, nextAttempt: Int)
  }

  struct Change {
    /// The mutation, until its answer.
    var mutation: Int?
    let text: String
    /// The number of loads that had started when the change was confirmed.
    var confirmation = Int.max
  }

  struct Entry {
    /// The content without changes.
    var base: String?
    var changes: [Change] = []
    var loadedAt = Duration.zero
    var hasError = false
    var invalidation = 0
    var invalidationOfContent = 0
    var servedInvalidation = 0
    /// The callers that waited for the load when its answer became outdated.
    var earlyWaiters: Set<Int>?
    var load = Load.idle
    var watchers: [Int] = []
    var waiters: [Int] = []
    var nextWaiters: [Int] = []
    /// The watchers whose events wait for the network.
    var waitingEvents: Set<Int> = []
    var intervalStart: Duration?
    var lastUse = Duration.zero
    var useNumber = 0

    var value: String? { base.map { base in changes.reduce(base) { $0 + $1.text } } }
    var isInvalidated: Bool { invalidation != invalidationOfContent }
    var isRunning: Bool { if case .running = load { true } else { false } }
    var isUnwanted: Bool { watchers.isEmpty && waiters.isEmpty && nextWaiters.isEmpty }
    var isRemovable: Bool {
      isUnwanted && load == .idle && !changes.contains { $0.mutation != nil }
    }
  }

  let limits: QueryLimits
  private(set) var now = Duration.zero
  private(set) var entries: [Int: Entry] = [:]
  /// The calls of the service so far, per id.
  private(set) var counts: [Int: Int] = [:]
  /// The calls whose answers count, per id.
  var wanted: [Int: Int] {
    entries.compactMapValues { entry in
      if case .running(let number, _, _, _) = entry.load { number } else { nil }
    }
  }
  private(set) var outcomes: [Int: CacheOutcome] = [:]
  /// The ids that callers have left in the current turn.
  private var left: Set<Int> = []
  private var isActive = true
  private var isOnline = true
  private var lastUse = 0
  private var starts = 0
  private var openMutations: Set<Int> = []

  init(limits: QueryLimits) {
    self.limits = limits
  }

  private func options(_ id: Int) -> QueryOptions { WordQuery(id: id).options }

  private func isStale(_ id: Int, _ entry: Entry) -> Bool {
    if entry.base == nil || entry.isInvalidated { return true }
    guard let age = options(id).staleAfter else { return false }
    return now - entry.loadedAt >= age
  }

  // MARK: Callers

  mutating func watch(_ caller: Int, _ id: Int) {
    use(id)
    change(id) { model, entry in
      entry.watchers.append(caller)
      entry.intervalStart = entry.intervalStart ?? model.now
      let isTriggered = model.options(id).triggers.contains(.watch)
      if isTriggered, entry.load == .idle, model.isStale(id, entry) { model.start(id, &entry) }
    }
  }

  mutating func wait(_ caller: Int, _ id: Int) {
    use(id)
    change(id) { model, entry in
      switch entry.load {
      case .running(_, entry.invalidation, _, _): entry.waiters.append(caller)
      case .running: entry.nextWaiters.append(caller)
      case .pausing(nil, _): model.outcomes[caller] = .failed
      case .pausing: entry.waiters.append(caller)
      case .idle:
        if let value = entry.value, !model.isStale(id, entry) {
          model.outcomes[caller] = .content(value)
        } else {
          entry.waiters.append(caller)
          model.start(id, &entry)
        }
      }
    }
  }

  mutating func reload(_ caller: Int, _ id: Int) {
    use(id)
    change(id) { model, entry in
      switch entry.load {
      case .running: entry.nextWaiters.append(caller)
      case .pausing(_, let attempt):
        entry.waiters.append(caller)
        model.start(id, &entry, attempt)
      case .idle:
        entry.waiters.append(caller)
        model.start(id, &entry)
      }
    }
  }

  /// A caller leaves; it affects the load at the end of the turn.
  mutating func leave(_ caller: Int) {
    for id in entries.keys.sorted() {
      guard var entry = entries[id] else { continue }
      if (entry.waiters + entry.nextWaiters).contains(caller) {
        outcomes[caller] = .cancelled
      } else if !entry.watchers.contains(caller) {
        continue
      }
      entry.watchers.removeAll { $0 == caller }
      entry.waiters.removeAll { $0 == caller }
      entry.nextWaiters.removeAll { $0 == caller }
      entry.waitingEvents.remove(caller)
      entries[id] = entry
      left.insert(id)
      use(id)
    }
  }

  mutating func endTurn() {
    let ids = left
    left = []
    for id in ids.sorted() { settle(id) }
    evict()
  }

  // MARK: Answers

  mutating func answer(_ id: Int, _ number: Int, isFailing: Bool) {
    guard let entry = entries[id],
      case .running(number, let invalidation, let attempt, let start) = entry.load
    else { return }
    use(id)
    change(id) { model, entry in
      if isFailing, attempt < 3, !entry.isUnwanted {
        entry.waiters += entry.nextWaiters
        entry.nextWaiters = []
        let end = model.isOnline ? model.now + .milliseconds(5_030) : nil
        entry.load = .pausing(end: end, nextAttempt: attempt + 1)
        if !model.isOnline { model.resume(&entry, .failed) }
        return
      }
      model.endLoad(&entry)
      entry.servedInvalidation = invalidation
      entry.hasError = isFailing
      if !isFailing {
        entry.base = "\(id).\(number)"
        entry.changes.removeAll { $0.confirmation < start }
        entry.loadedAt = model.now
        entry.invalidationOfContent = invalidation
        if let early = entry.earlyWaiters {
          entry.invalidation += 1
          entry.nextWaiters = entry.waiters.filter { !early.contains($0) } + entry.nextWaiters
          entry.waiters.removeAll { !early.contains($0) }
        }
      }
      model.resume(&entry, isFailing ? .failed : .content(entry.value ?? ""))
    }
  }

  // MARK: Content

  mutating func set(_ value: String, _ id: Int) {
    use(id)
    change(id) { model, entry in
      if entry.load != .idle { model.endLoad(&entry) }
      model.replace(&entry, value)
    }
  }

  private mutating func replace(_ entry: inout Entry, _ value: String) {
    entry.base = value
    entry.changes.removeAll { $0.mutation == nil }
    entry.loadedAt = now
    serveAll(&entry)
    entry.waiters += entry.nextWaiters
    entry.nextWaiters = []
    resume(&entry, .content(entry.value ?? ""))
  }

  mutating func invalidate(_ ids: [Int]) {
    for id in ids { change(id) { _, entry in entry.invalidation += 1 } }
  }

  /// Invalidates the content that satisfies a condition, including the answers of loads in flight.
  mutating func invalidateContent(where isReached: (String) -> Bool) {
    for (id, entry) in entries {
      if case .running(let number, _, _, _) = entry.load, isReached("\(id).\(number)"),
        entry.earlyWaiters == nil
      {
        entries[id]?.earlyWaiters = Set(entry.waiters)
      }
    }
    invalidate(entries.filter { $1.base.map(isReached) ?? false }.keys.sorted())
  }

  mutating func remove(_ id: Int) {
    guard var entry = entries[id] else { return }
    let unanswered = entry.changes.filter { $0.mutation != nil }
    empty(&entry)
    entry.changes = unanswered
    if entry.watchers.isEmpty, unanswered.isEmpty {
      entries[id] = nil
    } else {
      entries[id] = entry
      use(id)
      change(id) { model, entry in
        if !entry.watchers.isEmpty { model.start(id, &entry) }
      }
    }
  }

  mutating func clear() {
    for id in entries.keys { if var entry = entries[id] { empty(&entry) } }
    entries = [:]
    openMutations = []
  }

  private mutating func empty(_ entry: inout Entry) {
    if entry.load != .idle { endLoad(&entry) }
    entry.base = nil
    entry.changes = []
    serveAll(&entry)
    entry.waiters += entry.nextWaiters
    entry.nextWaiters = []
    resume(&entry, .removed)
  }

  private func serveAll(_ entry: inout Entry) {
    entry.hasError = false
    entry.invalidationOfContent = entry.invalidation
    entry.servedInvalidation = entry.invalidation
  }

  // MARK: Mutations

  mutating func mutate(_ mutation: Int, _ ids: [Int]) {
    openMutations.insert(mutation)
    for id in ids {
      use(id)
      change(id) { _, entry in
        entry.changes.append(Change(mutation: mutation, text: "+\(mutation)"))
      }
    }
  }

  /// A mutation ends; `nil` for a failure.
  mutating func end(_ mutation: Int, _ ids: [Int], _ answer: WordMutation.Answer?) {
    guard openMutations.remove(mutation) != nil else { return }
    for id in ids {
      guard let index = entries[id]?.changes.firstIndex(where: { $0.mutation == mutation })
      else { continue }
      use(id)
      if answer == nil {
        entries[id]?.changes.remove(at: index)
      } else {
        entries[id]?.changes[index].mutation = nil
        entries[id]?.changes[index].confirmation = starts
      }
    }
    for id in ids { settle(id) }
    evict()
    if case .update(let id, let text) = answer, let entry = entries[id],
      entry.base != nil || entry.isRunning
    {
      use(id)
      entries[id]?.changes.append(Change(mutation: nil, text: text, confirmation: starts))
    }
    if case .invalidation(let id) = answer { entries[id]?.invalidation += 1 }
    for id in ids { settle(id) }
    evict()
  }

  // MARK: Events

  mutating func setActive(_ isActive: Bool) {
    self.isActive = isActive
    for id in entries.keys.sorted() {
      change(id) { model, entry in
        guard isActive, model.options(id).triggers.contains(.active) else { return }
        model.trigger(id, &entry, entry.watchers)
      }
    }
  }

  mutating func setOnline(_ isOnline: Bool) {
    guard isOnline != self.isOnline else { return }
    self.isOnline = isOnline
    for id in entries.keys.sorted() {
      change(id) { model, entry in
        switch (entry.load, isOnline) {
        case (.pausing(_, let attempt), true): model.start(id, &entry, attempt)
        case (.pausing(_, let attempt), false):
          entry.load = .pausing(end: nil, nextAttempt: attempt)
          model.resume(&entry, .failed)
        case (_, true):
          let all = model.options(id).triggers.contains(.reconnect)
          let waiting = entry.waitingEvents
          model.trigger(id, &entry, entry.watchers.filter { all || waiting.contains($0) })
          entry.waitingEvents = []
        case (_, false): break
        }
      }
    }
  }

  mutating func freeMemory() {
    entries = entries.filter { !$1.isRemovable }
  }

  private mutating func trigger(_ id: Int, _ entry: inout Entry, _ watchers: [Int]) {
    guard entry.load == .idle, !watchers.isEmpty else { return }
    if !isOnline {
      entry.waitingEvents.formUnion(watchers)
    } else if isStale(id, entry) {
      start(id, &entry)
    }
  }

  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let (id, due) = nextDue, due <= end {
      now = max(now, due)
      settle(id)
    }
    now = end
  }

  private var nextDue: (id: Int, time: Duration)? {
    entries.keys.compactMap { id in due(id).map { (id, $0) } }.min { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  private func due(_ id: Int) -> Duration? {
    guard let entry = entries[id] else { return nil }
    switch entry.load {
    case .running: return nil
    case .pausing(let end, _): return end
    case .idle: break
    }
    if entry.isRemovable { return left.contains(id) ? nil : entry.lastUse + options(id).keepsFor }
    guard isOnline, isActive || options(id).pollsInBackground, !entry.watchers.isEmpty,
      let interval = options(id).interval
    else { return nil }
    return entry.intervalStart.map { $0 + interval }
  }

  // MARK: Steps

  private mutating func use(_ id: Int) {
    lastUse += 1
    entries[id, default: Entry()].lastUse = now
    entries[id]?.useNumber = lastUse
  }

  private mutating func change(_ id: Int, _ change: (inout Self, inout Entry) -> Void) {
    guard var entry = entries[id] else { return }
    change(&self, &entry)
    entries[id] = entry
    settle(id)
    evict()
  }

  private mutating func start(_ id: Int, _ entry: inout Entry, _ attempt: Int = 1) {
    counts[id, default: 0] += 1
    starts += 1
    entry.waitingEvents = []
    entry.earlyWaiters = nil
    entry.load = .running(
      number: counts[id] ?? 0,
      invalidation: entry.invalidation,
      attempt: attempt,
      start: starts
    )
  }

  private func endLoad(_ entry: inout Entry) {
    entry.load = .idle
    entry.intervalStart = now
  }

  private mutating func resume(_ entry: inout Entry, _ outcome: CacheOutcome) {
    for caller in entry.waiters { outcomes[caller] = outcome }
    entry.waiters = []
  }

  private mutating func settle(_ id: Int) {
    guard var entry = entries[id] else { return }
    defer { if entries[id] != nil { entries[id] = entry } }
    if entry.isUnwanted, !left.contains(id) {
      switch entry.load {
      case .idle: break
      case .running where options(id).whenUnwatched == .finish: break
      case .running, .pausing: endLoad(&entry)
      }
    }
    if entry.load == .idle {
      if !entry.nextWaiters.isEmpty {
        entry.waiters = entry.nextWaiters
        entry.nextWaiters = []
        start(id, &entry)
      } else if isActive, !entry.watchers.isEmpty,
        entry.invalidation != entry.servedInvalidation
      {
        start(id, &entry)
      }
    }
    entries[id] = entry
    guard let due = due(id), due <= now else { return }
    if entry.isRemovable {
      entries[id] = nil
    } else if case .pausing(_, let attempt) = entry.load {
      start(id, &entry, attempt)
    } else {
      start(id, &entry)
    }
  }

  private var cost: Int { entries.values.map { $0.value?.count ?? 0 }.reduce(0, +) }

  private mutating func evict() {
    while entries.count > limits.entries || cost > limits.bytes ?? .max {
      let unused = entries.filter { $1.isRemovable && !left.contains($0) }
      guard let oldest = unused.min(by: { $0.value.useNumber < $1.value.useNumber }) else { return }
      entries[oldest.key] = nil
    }
  }
}
