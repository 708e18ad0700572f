/// The rules of running work: what runs, under which keys and group, and what a cancel reaches.
///
/// Work is admitted before its task exists, so that a cancel that comes in between is not lost:
/// `attach` then answers `false` and the caller cancels the task. A ticket is good for one piece of
/// work only; the end of old work never removes its successor's entry.
///
/// - Complexity: O(1) per admitted, attached or ended piece of work.
package struct TaskTable<Handle> {
  package struct Ticket: Hashable, Sendable {
    fileprivate let slot: Int
    fileprivate let generation: Int
  }

  package enum Admission {
    /// The work may start; the displaced handles are to be cancelled.
    case admitted(Ticket, displaced: [Handle])
    case refused
  }

  private struct Entry {
    let generation: Int
    let key: TaskKey?
    let inheritedKeys: [TaskKey]
    let group: Int?
    var countedParts: Int
    var handle: Handle?
    /// The neighbours in its group.
    var previousSlot: Int?
    var nextSlot: Int?
  }

  /// The first and the last entry of a group.
  private struct GroupEnds {
    var firstSlot: Int?
    var lastSlot: Int?

    /// Puts a slot at the end.
    ///
    /// - Returns: The slot before it.
    mutating func append(_ slot: Int) -> Int? {
      defer { lastSlot = slot }
      if firstSlot == nil { firstSlot = slot }
      return lastSlot
    }
  }

  private var slots: [Entry?] = []
  private var freeSlots: [Int] = []
  private var ticketsByKey: [TaskKey: TicketSet] = [:]
  private var groups: [Int: GroupEnds] = [:]
  private var releasedKeys = ReleasedKeys()
  private var lastGeneration = 0
  private var lastGroup = 0

  /// Work that is running and was not cancelled.
  package private(set) var count = 0
  /// The part of `count` that was admitted as countable.
  package private(set) var countedCount = 0
  /// Work that has not ended, cancelled or not.
  package private(set) var unfinishedCount = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }
  package var keys: some Collection<TaskKey> { ticketsByKey.keys }

  package func contains(_ key: TaskKey) -> Bool {
    ticketsByKey[key] != nil
  }

  /// The keys that are not in use any more, to be released by the caller outside its lock.
  package mutating func takeReleasedKeys() -> ReleasedKeys {
    defer { releasedKeys = ReleasedKeys() }
    return releasedKeys
  }

  /// A number that no other group of this table has.
  package mutating func makeGroup() -> Int {
    lastGroup += 1
    return lastGroup
  }

  /// Decides whether work may start, and enters it if so.
  ///
  /// The policy applies to `key`, the work's own; inherited keys are those of the compositions that
  /// the work is part of. Work that consists of several parts is counted as so many.
  package mutating func admit(
    _ key: TaskKey?,
    inheriting inheritedKeys: [TaskKey] = [],
    group: Int? = nil,
    policy: DuplicatePolicy = .cancelExisting,
    isCounted: Bool = true,
    parts: Int = 1
  ) -> Admission {
    if policy == .cancelNew, let key, contains(key) { return .refused }
    lastGeneration += 1
    let ticket = Ticket(slot: freeSlots.popLast() ?? slots.count, generation: lastGeneration)
    let displaced = key.map { enter(ticket, under: $0, policy) } ?? []
    for inherited in inheritedKeys where inherited != key {
      ticketsByKey[inherited, default: TicketSet()].insert(ticket)
    }
    let entry = Entry(
      generation: lastGeneration,
      key: key,
      inheritedKeys: inheritedKeys,
      group: group,
      countedParts: isCounted ? parts : 0,
      previousSlot: group.flatMap { groups[$0, default: GroupEnds()].append(ticket.slot) }
    )
    if let previous = entry.previousSlot { slots[previous]?.nextSlot = ticket.slot }
    if ticket.slot == slots.count { slots.append(entry) } else { slots[ticket.slot] = entry }
    count += 1
    countedCount += entry.countedParts
    unfinishedCount += 1
    return .admitted(ticket, displaced: displaced)
  }

  /// Notes that a part of the work has ended: it is not counted any more.
  package mutating func endPart(of ticket: Ticket) {
    guard slots[ticket.slot]?.generation == ticket.generation else { return }
    slots[ticket.slot]?.countedParts -= 1
    countedCount -= 1
  }

  /// Gives admitted work its handle.
  ///
  /// `false`: it was cancelled or has ended in the meantime.
  package mutating func attach(_ handle: Handle, to ticket: Ticket) -> Bool {
    guard slots[ticket.slot]?.generation == ticket.generation else { return false }
    slots[ticket.slot]?.handle = handle
    return true
  }

  /// Takes out work that has ended.
  ///
  /// To be called once for each ticket.
  ///
  /// - Returns: The work's handle, to be released by the caller outside its lock.
  package mutating func end(_ ticket: Ticket) -> Handle? {
    unfinishedCount -= 1
    return remove(ticket)?.handle
  }

  package mutating func cancel(_ key: TaskKey) -> [Handle] {
    guard let tickets = ticketsByKey[key] else { return [] }
    return cancel(tickets)
  }

  package mutating func cancel(group: Int) -> [Handle] {
    var handles: [Handle] = []
    while let slot = groups[group]?.firstSlot, let entry = remove(at: slot) {
      if let handle = entry.handle { handles.append(handle) }
    }
    return handles
  }

  package mutating func cancelAll() -> [Handle] {
    var handles: [Handle] = []
    for slot in slots.indices {
      guard let entry = slots[slot].take() else { continue }
      if let handle = entry.handle { handles.append(handle) }
      release(entry)
    }
    for key in ticketsByKey.keys { releasedKeys.insert(key) }
    freeSlots = Array(slots.indices.reversed())
    ticketsByKey = [:]
    groups = [:]
    count = 0
    countedCount = 0
    return handles
  }

  /// Enters a ticket under its own key.
  ///
  /// - Returns: What the policy displaces.
  private mutating func enter(
    _ ticket: Ticket,
    under key: TaskKey,
    _ policy: DuplicatePolicy
  ) -> [Handle] {
    guard policy == .cancelExisting else {
      ticketsByKey[key, default: TicketSet()].insert(ticket)
      return []
    }
    let displaced = ticketsByKey.updateValue(TicketSet(ticket), forKey: key)
    return displaced.map { cancel($0) } ?? []
  }

  private mutating func cancel(_ tickets: TicketSet) -> [Handle] {
    tickets.sorted.compactMap { remove($0)?.handle }
  }

  private mutating func remove(_ ticket: Ticket) -> Entry? {
    guard slots[ticket.slot]?.generation == ticket.generation else { return nil }
    return remove(at: ticket.slot)
  }

  private mutating func remove(at slot: Int) -> Entry? {
    guard let entry = slots[slot].take() else { return nil }
    freeSlots.append(slot)
    let ticket = Ticket(slot: slot, generation: entry.generation)
    if let key = entry.key { remove(ticket, from: key) }
    for key in entry.inheritedKeys { remove(ticket, from: key) }
    release(entry)
    if let group = entry.group { remove(entry, from: group) }
    count -= 1
    countedCount -= entry.countedParts
    return entry
  }

  private mutating func remove(_ ticket: Ticket, from key: TaskKey) {
    guard let index = ticketsByKey.index(forKey: key) else { return }
    ticketsByKey.values[index].remove(ticket)
    guard ticketsByKey.values[index].isEmpty else { return }
    let entered = ticketsByKey.remove(at: index).key
    // The entry that is being removed has a copy of it, as a rule.
    if !entered.isCopy(of: key) { releasedKeys.insert(entered) }
  }

  private mutating func remove(_ entry: Entry, from group: Int) {
    if let next = entry.nextSlot { slots[next]?.previousSlot = entry.previousSlot }
    if let previous = entry.previousSlot { slots[previous]?.nextSlot = entry.nextSlot }
    switch (entry.previousSlot, entry.nextSlot) {
    case (nil, nil): groups[group] = nil
    case (nil, let next): groups[group]?.firstSlot = next
    case (let previous, nil): groups[group]?.lastSlot = previous
    default: break
    }
  }

  private mutating func release(_ entry: Entry) {
    if let key = entry.key { releasedKeys.insert(key) }
    releasedKeys.insert(entry.inheritedKeys)
  }
}

extension TaskTable {
  /// Keys that are let go of together; a single one needs no allocation.
  package struct ReleasedKeys {
    private var key: TaskKey?
    private var others: [TaskKey] = []

    fileprivate mutating func insert(_ key: TaskKey) {
      if self.key == nil { self.key = key } else { others.append(key) }
    }

    fileprivate mutating func insert(_ keys: [TaskKey]) {
      if others.isEmpty { others = keys } else { others += keys }
    }
  }

  /// A set of tickets that needs no allocation for one.
  private struct TicketSet {
    private var first: Ticket?
    private var others: Set<Ticket> = []

    init() {}

    init(_ ticket: Ticket) {
      first = ticket
    }

    var isEmpty: Bool { first == nil && others.isEmpty }

    /// In the order of admission.
    var sorted: [Ticket] {
      (first.map { [$0] } ?? []) + others.sorted { $0.generation < $1.generation }
    }

    mutating func insert(_ ticket: Ticket) {
      if isEmpty { first = ticket } else { others.insert(ticket) }
    }

    mutating func remove(_ ticket: Ticket) {
      if first == ticket { first = nil } else { others.remove(ticket) }
    }
  }
}
