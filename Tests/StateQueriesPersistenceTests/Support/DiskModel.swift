import StateQueries

/// What a caller that waits gets.
enum DiskOutcome: Hashable {
  case content(String)
  case failed
  case removed
  case cancelled
}

/// A tag that a program invalidates.
enum NoteTag: Hashable {
  case all
  case note(Int)
  case even(Bool)

  var tag: QueryTag {
    switch self {
    case .all: QueryTag("note")
    case .note(let id): QueryTag("note", id: id)
    case .even(let isEven): QueryTag("even", id: isEven)
    }
  }

  func reaches(_ id: Int, _ value: String?) -> Bool {
    switch self {
    case .all: true
    case .note(let other): other == id
    case .even(let isEven): value.map { NoteQuery.isEven($0) == isEven } ?? false
    }
  }
}

/// The reference for a cache with a disk, if everything that can run has run between two inputs.
struct DiskModel {
  struct Record: Equatable {
    var value: String
    var date: Duration
    var isInvalidated: Bool
    /// Whether the content is from a load that has used the base.
    var hasDependencies = false
    /// Whether an invalidation by tags has reached it that only the log knows.
    var isHidden = false
  }

  enum Stored: Equatable {
    case record(Record)
    case damaged
  }

  struct Change {
    /// The mutation, until its answer.
    var mutation: Int?
    let text: String
    /// The number of loads that had started when the change was confirmed.
    var confirmation = Int.max
  }

  struct Load {
    /// The number of the call.
    let number: Int
    let invalidation: Int
    let start: Int
    /// The tags that were invalidated meanwhile, with the last caller before.
    var tags: [NoteTag: Int] = [:]
  }

  struct Entry {
    var base: String?
    var date = Duration.zero
    var changes: [Change] = []
    var hasError = false
    var invalidation = 0
    var invalidationOfContent = 0
    var servedInvalidation = 0
    var load: Load?
    var watchers: [Int] = []
    var waiters: [Int] = []
    var nextWaiters: [Int] = []
    var isUnread = true
    /// Whether a load has used the base, and one with an answer has.
    var isLinked = false
    var hasUses = false
    var lastUse = Duration.zero
    /// The last record for the disk.
    var stored: Record?

    var value: String? { base.map { base in changes.reduce(base) { $0 + $1.text } } }
    var confirmed: String? {
      base.map { base in
        changes.filter { $0.mutation == nil }.reduce(base) { $0 + $1.text }
      }
    }
    var isInvalidated: Bool { invalidation != invalidationOfContent }
    var isUnwanted: Bool { watchers.isEmpty && waiters.isEmpty && nextWaiters.isEmpty }
    var isRemovable: Bool {
      isUnwanted && load == nil && !changes.contains { $0.mutation != nil }
    }
  }

  static let window = Duration.milliseconds(250)

  let maximumAge: Duration
  private(set) var now = Duration.zero
  private(set) var entries: [Int: Entry] = [:]
  private(set) var disk: [Int: Stored] = [:]
  /// The writes and removals that wait for the window.
  private var waiting: [Int: Record?] = [:]
  private var windowEnd: Duration?
  private(set) var outcomes: [Int: DiskOutcome] = [:]
  private(set) var errorCount = 0
  /// The numbers that loads and sets have used.
  private(set) var counts: [Int: Int] = [:]
  private var starts = 0
  private var lastCaller = 0
  private var openMutations: Set<Int> = []

  init(maximumAge: Duration) {
    self.maximumAge = maximumAge
  }

  private func options(_ id: Int) -> QueryOptions { NoteQuery(id: id).options }

  private func isStale(_ id: Int, _ entry: Entry) -> Bool {
    if entry.base == nil || entry.isInvalidated { return true }
    guard let age = options(id).staleAfter else { return false }
    return now - entry.date >= age
  }

  mutating func makeNumber(_ id: Int) -> Int {
    counts[id, default: 0] += 1
    return counts[id] ?? 0
  }

  // MARK: Callers

  mutating func watch(_ caller: Int, _ id: Int) {
    lastCaller = caller
    use(id) { model, entry in
      entry.watchers.append(caller)
      model.read(id, &entry)
      let isTriggered = model.options(id).triggers.contains(.watch)
      if isTriggered, entry.load == nil, model.isStale(id, entry) { model.start(id, &entry) }
    }
  }

  mutating func wait(_ caller: Int, _ id: Int) {
    lastCaller = caller
    use(id) { model, entry in
      model.read(id, &entry)
      if let load = entry.load {
        if load.invalidation == entry.invalidation {
          entry.waiters.append(caller)
        } else {
          entry.nextWaiters.append(caller)
        }
      } else if let value = entry.value, !model.isStale(id, entry) {
        model.outcomes[caller] = .content(value)
      } else {
        entry.waiters.append(caller)
        model.start(id, &entry)
      }
    }
  }

  mutating func reload(_ caller: Int, _ id: Int) {
    lastCaller = caller
    use(id) { model, entry in
      model.read(id, &entry)
      if entry.load != nil {
        entry.nextWaiters.append(caller)
      } else {
        entry.waiters.append(caller)
        model.start(id, &entry)
      }
    }
  }

  mutating func leave(_ caller: Int) {
    for id in entries.keys.sorted() {
      guard let entry = entries[id] else { continue }
      let isWaiting = (entry.waiters + entry.nextWaiters).contains(caller)
      guard isWaiting || entry.watchers.contains(caller) else { continue }
      if isWaiting { outcomes[caller] = .cancelled }
      use(id) { model, entry in
        entry.watchers.removeAll { $0 == caller }
        entry.waiters.removeAll { $0 == caller }
        entry.nextWaiters.removeAll { $0 == caller }
        if entry.isUnwanted, model.options(id).whenUnwatched == .cancel {
          entry.load = nil
          model.fold(&entry)
        }
      }
    }
  }

  // MARK: Loads

  mutating func answer(_ number: Int, of id: Int, isFailing: Bool) {
    guard entries[id]?.load?.number == number else { return }
    use(id) { model, entry in
      guard let load = entry.load else { return }
      if isFailing {
        entry.load = nil
        entry.servedInvalidation = load.invalidation
        entry.hasError = true
        model.fold(&entry)
        model.end(&entry.waiters, .failed)
        return
      }
      entry.changes.removeAll { $0.mutation == nil && $0.confirmation < load.start }
      entry.base = "\(number)"
      entry.hasUses = entry.isLinked
      entry.date = model.now
      entry.hasError = false
      entry.invalidationOfContent = load.invalidation
      let value = entry.value ?? ""
      let early = load.tags.filter { $0.key.reaches(id, value) }.values.min()
      if let early {
        entry.nextWaiters = entry.waiters.filter { $0 > early } + entry.nextWaiters
        entry.waiters.removeAll { $0 > early }
        entry.invalidation += 1
      }
      entry.load = nil
      entry.servedInvalidation = load.invalidation
      model.fold(&entry)
      model.end(&entry.waiters, .content(value))
    }
  }

  private mutating func start(_ id: Int, _ entry: inout Entry) {
    starts += 1
    if id == 0 { entry.isLinked = true }
    entry.load = Load(number: makeNumber(id), invalidation: entry.invalidation, start: starts)
  }

  private mutating func end(_ waiters: inout [Int], _ outcome: DiskOutcome) {
    for caller in waiters { outcomes[caller] = outcome }
    waiters = []
  }

  // MARK: Content

  mutating func set(_ value: String, _ id: Int) {
    use(id) { model, entry in
      entry.changes.removeAll { $0.mutation == nil }
      entry.base = value
      entry.date = model.now
      entry.load = nil
      entry.hasError = false
      entry.invalidationOfContent = entry.invalidation
      entry.servedInvalidation = entry.invalidation
      model.fold(&entry)
      let outcome = DiskOutcome.content(entry.value ?? "")
      model.end(&entry.waiters, outcome)
      model.end(&entry.nextWaiters, outcome)
    }
  }

  mutating func invalidate(_ id: Int) {
    if entries[id]?.base == nil {
      switch effective(id) {
      case .record(var record):
        record.isInvalidated = true
        waiting[id] = record
      case .damaged: waiting[id] = .some(nil)
      case nil: break
      }
      flush()
    }
    change(id) { $0.noteInvalidation(&$1) }
  }

  private func noteInvalidation(_ entry: inout Entry) {
    entry.invalidation += 1
    // The record on disk may not know earlier ones by tags.
    entry.stored = nil
  }

  /// The base has a new value.
  mutating func changeBase() {
    if entries[0]?.isLinked == true { change(0) { $0.noteInvalidation(&$1) } }
  }

  mutating func invalidate(_ tag: NoteTag) {
    for id in 0..<4 {
      if case .record(var record) = disk[id], tag.reaches(id, record.value) {
        record.isHidden = true
        disk[id] = .record(record)
      }
      if case .some(.some(var record)) = waiting[id], tag.reaches(id, record.value) {
        record.isHidden = true
        waiting[id] = record
      }
      if let load = entries[id]?.load {
        entries[id]?.load?.tags[tag] = load.tags[tag] ?? lastCaller
      }
    }
    flush()
    for (id, entry) in entries where tag.reaches(id, entry.value) || tag.reaches(id, entry.base) {
      change(id) { $0.noteInvalidation(&$1) }
    }
  }

  mutating func remove(_ id: Int) {
    waiting[id] = .some(nil)
    flush()
    guard entries[id] != nil else { return }
    change(id) { model, entry in
      model.end(&entry.waiters, .removed)
      model.end(&entry.nextWaiters, .removed)
      entry.base = nil
      // Unanswered changes wait for the next content.
      entry.changes.removeAll { $0.mutation == nil }
      entry.load = nil
      entry.hasError = false
      entry.stored = nil
      entry.invalidationOfContent = entry.invalidation
      entry.servedInvalidation = entry.invalidation
      if entry.watchers.isEmpty, entry.changes.isEmpty { return }
      entry.lastUse = model.now
      if !entry.watchers.isEmpty { model.start(id, &entry) }
    }
    if let entry = entries[id], entry.watchers.isEmpty, entry.changes.isEmpty { entries[id] = nil }
  }

  mutating func clear() {
    for id in entries.keys.sorted() {
      guard var entry = entries[id] else { continue }
      end(&entry.waiters, .removed)
      end(&entry.nextWaiters, .removed)
    }
    entries = [:]
    disk = [:]
    waiting = [:]
    windowEnd = nil
    openMutations = []
  }

  mutating func freeMemory() { entries = entries.filter { !$0.value.isRemovable } }

  // MARK: Mutations

  mutating func begin(_ mutation: Int, _ id: Int) {
    openMutations.insert(mutation)
    use(id) { $1.changes.append(Change(mutation: mutation, text: "+\(mutation)")) }
  }

  mutating func end(_ mutation: Int, _ id: Int, isFailing: Bool) {
    guard openMutations.remove(mutation) != nil else { return }
    if entries[id]?.changes.contains(where: { $0.mutation == mutation }) == true {
      use(id) { model, entry in
        if isFailing {
          entry.changes.removeAll { $0.mutation == mutation }
        } else {
          for index in entry.changes.indices where entry.changes[index].mutation == mutation {
            entry.changes[index].mutation = nil
            entry.changes[index].confirmation = model.starts
          }
        }
        model.fold(&entry)
      }
    }
    if !isFailing, entries[id]?.base == nil {
      switch effective(id) {
      case .record(var record):
        record.isInvalidated = true
        waiting[id] = record
      case .damaged: waiting[id] = .some(nil)
      case nil: break
      }
      flush()
    }
  }

  private func fold(_ entry: inout Entry) {
    guard entry.load == nil else { return }
    let end = entry.changes.firstIndex { $0.mutation != nil } ?? entry.changes.endIndex
    entry.base = entry.base.map { base in
      entry.changes[..<end].reduce(base) { $0 + $1.text }
    }
    entry.changes.removeFirst(end)
  }

  // MARK: Disk

  /// The record as it will be when everything is written.
  private func effective(_ id: Int) -> Stored? {
    if let record = waiting[id] { return record.map { .record($0) } }
    return disk[id]
  }

  private mutating func read(_ id: Int, _ entry: inout Entry) {
    guard entry.isUnread, entry.base == nil, entry.load == nil else { return }
    entry.isUnread = false
    switch effective(id) {
    case .record(let record) where record.date <= now - maximumAge:
      if waiting[id] == nil {
        disk[id] = nil
        errorCount += 1
      }
    case .record(let record):
      entry.base = record.value
      entry.date = record.date
      entry.invalidationOfContent = entry.invalidation
      // Nothing tells what has changed while the entry wasn't in memory.
      let isOutdated = record.isInvalidated || record.isHidden || record.hasDependencies
      if isOutdated { entry.invalidation += 1 }
      fold(&entry)
      entry.stored = self.record(entry)
      let isChanged = entry.stored.map { $0.value != record.value } ?? false
      if isChanged { entry.stored = nil }
    case .damaged:
      disk[id] = nil
      errorCount += 1
    case nil: break
    }
  }

  private func record(_ entry: Entry) -> Record? {
    entry.confirmed.map {
      Record(value: $0, date: entry.date, isInvalidated: entry.isInvalidated)
    }
  }

  private mutating func flush() {
    for (id, record) in waiting { disk[id] = record.map { .record($0) } }
    waiting = [:]
    windowEnd = nil
  }

  /// The app is inactive for a moment.
  mutating func noteInactivity() {
    flush()
    for (id, entry) in entries where !entry.watchers.isEmpty {
      change(id) { model, entry in
        guard model.options(id).triggers.contains(.active), entry.load == nil else { return }
        if model.isStale(id, entry) { model.start(id, &entry) }
      }
    }
  }

  mutating func damage(_ id: Int) { if disk[id] != nil { disk[id] = .damaged } }

  /// A new process finds what is on the disk.
  mutating func restart() {
    entries = [:]
    waiting = [:]
    windowEnd = nil
    openMutations = []
    var hasExpired = false
    var hasDamage = false
    for id in disk.keys {
      switch disk[id] {
      case .damaged: hasDamage = true
      case .record(let record) where record.date <= now - maximumAge: hasExpired = true
      default: continue
      }
      disk[id] = nil
    }
    errorCount += (hasExpired ? 1 : 0) + (hasDamage ? 1 : 0)
  }

  // MARK: Time

  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while true {
      let expiry = entries.filter { $0.value.isRemovable }
        .map { (time: $0.value.lastUse + options($0.key).keepsFor, id: $0.key) }
        .min { ($0.time, $0.id) < ($1.time, $1.id) }
      let first = min(expiry?.time ?? end, windowEnd ?? end)
      guard first <= end, expiry != nil || windowEnd != nil else { break }
      if let windowEnd, windowEnd == first {
        now = max(now, windowEnd)
        flush()
      } else if let expiry, expiry.time == first {
        now = max(now, expiry.time)
        entries[expiry.id] = nil
      } else {
        break
      }
    }
    now = end
  }

  // MARK: Steps

  private mutating func use(_ id: Int, _ step: (inout DiskModel, inout Entry) -> Void) {
    if entries[id] == nil { entries[id] = Entry() }
    entries[id]?.lastUse = now
    change(id, step)
  }

  private mutating func change(_ id: Int, _ step: (inout DiskModel, inout Entry) -> Void) {
    guard var entry = entries[id] else { return }
    step(&self, &entry)
    if entry.load == nil {
      if !entry.nextWaiters.isEmpty {
        entry.waiters = entry.nextWaiters
        entry.nextWaiters = []
        read(id, &entry)
        start(id, &entry)
      } else if !entry.watchers.isEmpty, entry.invalidation != entry.servedInvalidation {
        read(id, &entry)
        start(id, &entry)
      }
    }
    if var record = record(entry), record != entry.stored {
      entry.stored = record
      record.hasDependencies = entry.hasUses
      waiting[id] = record.date <= now - maximumAge ? .some(nil) : record
      windowEnd = windowEnd ?? now + Self.window
    }
    entries[id] = entry
    if entry.isRemovable, options(id).keepsFor == .zero { entries[id] = nil }
  }
}
