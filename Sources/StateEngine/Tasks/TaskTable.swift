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
    var generation: Int
    var keys: [TaskKey]
    var group: Int?
    var isCounted: Bool
    var handle: Handle?
  }

  private var slots: [Entry?] = []
  private var freeSlots: [Int] = []
  private var ticketsByKey: [TaskKey: TicketSet] = [:]
  private var ticketsByGroup: [Int: TicketSet] = [:]
  private var releasedKeys: [TaskKey] = []
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
  package mutating func takeReleasedKeys() -> [TaskKey] {
    guard !releasedKeys.isEmpty else { return [] }
    defer { releasedKeys = [] }
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
  /// the work is part of.
  package mutating func admit(
    _ key: TaskKey?,
    inheriting inheritedKeys: [TaskKey] = [],
    group: Int? = nil,
    policy: DuplicatePolicy = .cancelExisting,
    isCounted: Bool = true
  ) -> Admission {
    var displaced: [Handle] = []
    var keys = inheritedKeys
    if let key {
      switch policy {
      case .cancelExisting: displaced = cancel(key)
      case .cancelNew: if contains(key) { return .refused }
      case .allow: break
      }
      if !keys.contains(key) { keys.append(key) }
    }
    lastGeneration += 1
    let slot = freeSlots.popLast() ?? slots.count
    let ticket = Ticket(slot: slot, generation: lastGeneration)
    let entry = Entry(
      generation: lastGeneration,
      keys: keys,
      group: group,
      isCounted: isCounted,
      handle: nil
    )
    if slot == slots.count { slots.append(entry) } else { slots[slot] = entry }
    for key in keys { ticketsByKey[key, default: TicketSet()].insert(ticket) }
    if let group { ticketsByGroup[group, default: TicketSet()].insert(ticket) }
    count += 1
    if isCounted { countedCount += 1 }
    unfinishedCount += 1
    return .admitted(ticket, displaced: displaced)
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
    guard let tickets = ticketsByGroup[group] else { return [] }
    return cancel(tickets)
  }

  package mutating func cancelAll() -> [Handle] {
    let handles = slots.compactMap { $0?.handle }
    releasedKeys += slots.flatMap { $0?.keys ?? [] }
    releasedKeys += ticketsByKey.keys
    freeSlots = Array(slots.indices.reversed())
    for slot in slots.indices { slots[slot] = nil }
    ticketsByKey = [:]
    ticketsByGroup = [:]
    count = 0
    countedCount = 0
    return handles
  }

  private mutating func cancel(_ tickets: TicketSet) -> [Handle] {
    tickets.sorted.compactMap { remove($0)?.handle }
  }

  private mutating func remove(_ ticket: Ticket) -> Entry? {
    guard let entry = slots[ticket.slot], entry.generation == ticket.generation else { return nil }
    slots[ticket.slot] = nil
    freeSlots.append(ticket.slot)
    releasedKeys += entry.keys
    for key in entry.keys {
      ticketsByKey[key]?.remove(ticket)
      guard ticketsByKey[key]?.isEmpty == true, let index = ticketsByKey.index(forKey: key) else {
        continue
      }
      releasedKeys.append(ticketsByKey.remove(at: index).key)
    }
    if let group = entry.group {
      ticketsByGroup[group]?.remove(ticket)
      if ticketsByGroup[group]?.isEmpty == true { ticketsByGroup[group] = nil }
    }
    count -= 1
    if entry.isCounted { countedCount -= 1 }
    return entry
  }
}

extension TaskTable {
  /// A set of tickets that needs no allocation for one.
  private struct TicketSet {
    private var first: Ticket?
    private var others: Set<Ticket> = []

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
