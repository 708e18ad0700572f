/// The rules of loads: one load per key, shared by all who watch the key or wait for its content.
///
/// An entry has content, a load, callers, and changes. Callers watch an entry, or wait for its content once. A load
/// belongs to its entry: a caller that leaves changes nothing for the others. The last caller that leaves ends the
/// load, as the options say.
///
/// A table has no tasks, locks, and clocks. Each input takes the current time and appends commands, which the owner
/// performs in their order. An input first does what was due before, so a late timer changes nothing.
///
/// - Complexity: O(log n) for an input that affects one of n entries, plus the number of the entry's callers that it
///   affects; O(n) for the inputs that affect all entries.
package struct RequestTable<Key: Hashable & Sendable, Content: Sendable>: Sendable {
  package typealias Command = RequestCommand<Key, Content>
  package typealias View = RequestView<Content>
  package typealias Update = @Sendable (inout Content) -> Void

  /// The entries by slot, including free ones.
  var entries: ContiguousArray<Entry> = []
  var freeSlots: ContiguousArray<Int> = []
  var slots: [Key: Int] = [:]
  /// The slot of the entry that each caller watches or waits for.
  var slotsOfCallers: [RequestCaller: Int] = [:]
  /// The slots of the entries that each unanswered change affects.
  var slotsOfChanges: [RequestChange: [Int]] = [:]
  /// The slots of entries that a caller has left in the current turn.
  var slotsOfLeavers: [Int] = []
  var wakes = WakeHeap()
  /// The time of the last command to wake.
  var announcedWake: Duration?
  /// The ends of the list of unused entries, in the order of their last use.
  var oldest = -1
  var newest = -1
  let limits: RequestLimits
  /// Changes what an entry shows, on top of all its changes; `refresh` applies another function.
  package var overlay: (@Sendable (Key, inout Content) -> Void)?
  /// Returns whether an entry has a record outside of the table; without it, no entry has one.
  package var hasRecord: (@Sendable (Key) -> Bool)?
  private let costOfContent: @Sendable (Key, Content) -> Int

  var lastWake = 0
  var lastAttempt = 0
  var lastUse = 0
  /// The highest number of a send.
  var lastSend = 0
  /// The number of changes of content without pending changes.
  package internal(set) var contentCount = 0
  var turn = 0
  var awaitsEndOfTurn = false
  /// The date of the last input.
  var lastDate = Duration.zero
  /// Whether the app is active.
  package internal(set) var isActive = true
  /// Whether the network seems to be available.
  package internal(set) var isOnline = true
  /// The sum of the costs of all content.
  package internal(set) var cost = 0

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - limits: The limits beyond which unused entries are removed.
  ///   - cost: Returns the cost of content with its changes; it is only called if the costs have a limit.
  package init(
    limits: RequestLimits = RequestLimits(),
    cost: @escaping @Sendable (Key, Content) -> Int = { _, _ in 0 }
  ) {
    self.limits = limits
    costOfContent = cost
  }

  // MARK: Reads

  package var count: Int { slots.count }
  /// The next time of the clock at which something happens without an input.
  package var nextWake: Duration? { announcedWake }
  package var keys: Dictionary<Key, Int>.Keys { slots.keys }
  /// Returns the keys whose content satisfies a condition, in an order that depends on earlier inputs only.
  ///
  /// An unconfirmed change may have removed what the condition is about, so the content without changes counts too.
  ///
  /// - Complexity: O(n) in the number of entries.
  package func keys(where isIncluded: (Key, Content?) -> Bool) -> [Key] {
    entries.compactMap { entry in
      guard let key = entry.key else { return nil }
      // Without changes, the shown content is the one below them.
      let hasChanges = !entry.changes.isEmpty || overlay != nil
      let isReached =
        isIncluded(key, entry.shown)
        || (entry.base != nil && hasChanges && isIncluded(key, entry.base))
      return isReached ? key : nil
    }
  }
  /// The number of callers that watch or wait.
  package var callerCount: Int { slotsOfCallers.count }

  /// The entry of a key, if there is one.
  package subscript(key: Key) -> View? {
    guard let slot = slots[key] else { return nil }
    // A copy of the entry would cost more than the view.
    return entries[slot].view
  }

  /// The content of a key with its confirmed changes only, and the number of its invalidations.
  package func confirmed(_ key: Key) -> (content: Content?, invalidation: Int) {
    guard let slot = slots[key] else { return (nil, 0) }
    let entry = entries[slot]
    guard var content = entry.base else { return (nil, entry.invalidation) }
    for change in entry.changes where !change.isUnanswered { change.update(&content) }
    return (content, entry.invalidation)
  }

  /// The content of a key without its changes.
  package func base(_ key: Key) -> Content? {
    guard let slot = slots[key] else { return nil }
    return entries[slot].base
  }

  /// The content of a key with its changes, without the overlay.
  package func changed(_ key: Key) -> Content? {
    guard let slot = slots[key] else { return nil }
    let entry = entries[slot]
    if overlay == nil { return entry.shown }
    guard var content = entry.base else { return nil }
    for change in entry.changes where change.standing != .contained { change.update(&content) }
    return content
  }

  /// Whether a change is part of the content of a key, through the answer to a later change.
  package func isContained(_ change: RequestChange, in key: Key) -> Bool {
    guard let slot = slots[key] else { return false }
    return entries[slot].changes.contains { $0.id == change && $0.standing == .contained }
  }

  /// The number of attempts that have begun.
  package var attemptCount: Int { lastAttempt }

  /// Whether the running load of a key began before an invalidation, so that new callers wait for the next one.
  package func awaitsNextLoad(_ key: Key) -> Bool {
    guard let slot = slots[key], case .running(let running) = entries[slot].load else {
      return false
    }
    return running.invalidation != entries[slot].invalidation
  }

  /// Returns the entries that were used last, the latest first.
  ///
  /// - Complexity: O(n log n) in the number of entries.
  package func lastEntries(_ count: Int, at now: RequestTime) -> [RequestListing<Key, Content>] {
    let used = entries.filter { $0.key != nil }.sorted { $0.useNumber > $1.useNumber }
    return used.prefix(count).compactMap { entry in
      guard let key = entry.key, let view = self[key] else { return nil }
      return RequestListing(
        key: key,
        view: view,
        age: view.loadedAt.map { max(now.date - $0, .zero) },
        isStale: entry.isStale(after: entry.options.staleAfter, at: now),
        waiterCount: entry.waiters.count + entry.nextWaiters.count
      )
    }
  }

  /// The callers that watch the entry of a key, in the order of their watches.
  package func watchers(of key: Key) -> [RequestCaller] {
    guard let slot = slots[key], !entries[slot].watchers.isEmpty else { return [] }
    return entries[slot].watchers.map(\.caller)
  }

  /// The callers that wait for the entry of a key: first those of the current load, then those of the next one.
  package func waiters(of key: Key) -> [RequestCaller] {
    slots[key].map { entries[$0].waiters + entries[$0].nextWaiters } ?? []
  }

  // MARK: Slots

  /// Returns the slot of a key for a new use, and creates a missing entry.
  mutating func use(_ key: Key, _ options: RequestOptions, at now: RequestTime) -> Int {
    if let slot = slots[key] {
      entries[slot].options = options
      use(slot, at: now)
      return slot
    }
    var entry = Entry(key: key, options: options)
    entry.isStored = hasRecord?(key) == true
    entry.isUnread = entry.isStored
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      entries[slot] = entry
    } else {
      slot = entries.count
      entries.append(entry)
    }
    slots[key] = slot
    use(slot, at: now)
    return slot
  }

  /// Notes the cost of changed content.
  mutating func measure(_ slot: Int, _ key: Key) {
    guard limits.cost != nil, !entries[slot].isMeasured else { return }
    entries[slot].isMeasured = true
    let cost = entries[slot].shown.map { costOfContent(key, $0) } ?? 0
    self.cost += cost - entries[slot].cost
    entries[slot].cost = cost
  }

  mutating func use(_ slot: Int, at now: RequestTime) {
    lastUse += 1
    entries[slot].lastUse = now.clock
    entries[slot].useNumber = lastUse
    if entries[slot].isUnused {
      unlink(slot)
      link(slot)
    }
  }
}

extension RequestTable.Entry {
  fileprivate var view: RequestView<Content> {
    RequestView(
      content: shown,
      loadedAt: base == nil ? nil : loadedAt,
      isLoading: !isIdle,
      retry: retry,
      error: error,
      failureCount: failureCount,
      isInvalidated: isInvalidated,
      isPending: changes.contains { $0.isUnanswered },
      watcherCount: watchers.count,
      contentNumber: contentNumber,
      baseNumber: baseNumber,
      unservedInvalidation: hasUnservedInvalidation ? invalidation : nil,
      failedInvalidation: isIdle && error != nil && isInvalidated ? invalidation : nil
    )
  }

  fileprivate var retry: RequestView<Content>.Retry? {
    guard case .pausing(let pause) = load else { return nil }
    return RequestView.Retry(
      nextAttempt: pause.nextAttempt,
      error: pause.error,
      time: pause.end
    )
  }
}
