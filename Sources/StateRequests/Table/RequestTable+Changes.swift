/// Changes that are confirmed or rolled back later.
///
/// The sends of changes have numbers in their order, which tell whether an answer contains another change. Unless a call
/// says otherwise, a change is sent when it is applied, and its number is that of the send.
extension RequestTable {
  /// Applies a change that is confirmed or rolled back later.
  ///
  /// Without content, the change waits for the first one.
  package mutating func apply(
    _ change: RequestChange,
    to key: Key,
    _ options: RequestOptions,
    at now: RequestTime,
    _ commands: inout [Command],
    _ update: @escaping Update
  ) {
    apply(change, sentAt: change, to: key, options, at: now, &commands, update)
  }

  /// Applies a change that was sent, or that `send(_:at:)` sends later.
  package mutating func apply(
    _ change: RequestChange,
    sentAt number: Int?,
    to key: Key,
    _ options: RequestOptions,
    at now: RequestTime,
    _ commands: inout [Command],
    _ update: @escaping Update
  ) {
    advance(to: now, &commands)
    let slot = use(key, options, at: now)
    noteSend(number)
    add(Change(id: change, update: update, standing: .pending, sentAt: number), to: slot)
    if slotsOfChanges[change]?.contains(slot) != true {
      slotsOfChanges[change, default: []].append(slot)
    }
    settle(slot, at: now, &commands)
    finish(&commands)
  }

  /// A change for one entry, whose place among the others is given.
  package struct PlacedChange: Sendable {
    package let change: RequestChange
    package let sentAt: Int?
    package let key: Key
    package let options: RequestOptions
    package let update: Update

    package init(
      _ change: RequestChange,
      sentAt number: Int?,
      to key: Key,
      _ options: RequestOptions,
      _ update: @escaping Update
    ) {
      self.change = change
      sentAt = number
      self.key = key
      self.options = options
      self.update = update
    }
  }

  /// Rolls back changes in all entries, and applies others, each before the first pending one that it precedes.
  ///
  /// The new changes are in their order. `isBefore` returns whether one of them precedes one of the others. An entry whose
  /// change is exchanged stays, even if nothing else needs it.
  ///
  /// - Complexity: O(n) in the number of the changes and of those of their entries.
  package mutating func exchange(
    _ old: [RequestChange],
    for new: [PlacedChange],
    at now: RequestTime,
    _ commands: inout [Command],
    isBefore: (RequestChange, RequestChange) -> Bool
  ) {
    advance(to: now, &commands)
    var (used, shown) = withdraw(old, at: now)
    var known = Set(used)
    var added: [Int: [Change]] = [:]
    for placed in new {
      let slot = use(placed.key, placed.options, at: now)
      if known.insert(slot).inserted { used.append(slot) }
      noteSend(placed.sentAt)
      added[slot, default: []].append(
        Change(
          id: placed.change,
          update: placed.update,
          standing: .pending,
          sentAt: placed.sentAt
        )
      )
      if slotsOfChanges[placed.change]?.contains(slot) != true {
        slotsOfChanges[placed.change, default: []].append(slot)
      }
    }
    for (slot, changes) in added {
      entries[slot].insert(changes, isBefore)
      shown.insert(slot)
    }
    for slot in used {
      if shown.contains(slot) { show(slot) }
      entries[slot].hasChanged = true
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  /// Notes that a change is being sent, with the number of the send; only the first one counts.
  package mutating func send(_ change: RequestChange, at number: Int) {
    noteSend(number)
    for slot in slotsOfChanges[change] ?? [] {
      for index in entries[slot].changes.indices
      where entries[slot].changes[index].id == change
        && entries[slot].changes[index].sentAt == nil
      {
        entries[slot].changes[index].sentAt = number
      }
    }
  }

  private mutating func noteSend(_ number: Int?) { lastSend = max(lastSend, number ?? 0) }

  /// Content that the answer to a change contains.
  package struct Answer: Sendable {
    package let key: Key
    package let content: Content
    package let options: RequestOptions

    package init(key: Key, content: Content, options: RequestOptions) {
      self.key = key
      self.content = content
      self.options = options
    }
  }

  /// Confirms a change in all entries, and sets the content of those that its answer contains.
  ///
  /// A confirmed change stays on top until a load that started later has an answer. The content of an answer contains
  /// the changes that were sent before its request. The unanswered ones among them are neither shown on top of it nor
  /// applied when they are confirmed; when the last of them has its own answer, the entry is invalidated. All others stay
  /// on top.
  ///
  /// The number is that of the send that was answered; by default, that of the change.
  package mutating func commit(
    _ change: RequestChange,
    sentAt number: Int? = nil,
    _ answers: [Answer] = [],
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    let number = number ?? change
    advance(to: now, &commands)
    noteSend(number)
    let changed = slotsOfChanges.removeValue(forKey: change) ?? []
    var set: [Int] = []
    var known: Set<Int> = []
    for answer in answers {
      let slot = use(answer.key, answer.options, at: now)
      if known.insert(slot).inserted { set.append(slot) }
      if entries[slot].changes.contains(where: { $0.id == change && $0.standing == .contained }) {
        // The current content is the answer to a later change.
        confirm(change, slot, number)
        continue
      }
      if entries[slot].changes.contains(where: { $0.id == change }) {
        contain(slot, change, number)
      } else {
        entries[slot].changes.removeAll { !$0.isUnanswered }
      }
      replace(slot, answer.content, loadedAt: nil, at: now, &commands)
    }
    for slot in changed where !known.contains(slot) {
      use(slot, at: now)
      confirm(change, slot, number)
    }
    for slot in set + changed.filter({ !known.contains($0) }) {
      entries[slot].hasChanged = true
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  /// Rolls back a change in all entries; the others are applied again.
  package mutating func rollBack(
    _ change: RequestChange,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    exchange([change], for: [], at: now, &commands) { _, _ in false }
  }

  /// Removes changes from all entries.
  ///
  /// - Returns: The entries, and those that show something else now.
  private mutating func withdraw(
    _ changes: [RequestChange],
    at now: RequestTime
  ) -> (used: [Int], shown: Set<Int>) {
    var removed: [Int: Set<RequestChange>] = [:]
    var used: [Int] = []
    var shown: Set<Int> = []
    for change in changes {
      for slot in slotsOfChanges.removeValue(forKey: change) ?? [] {
        if removed[slot] == nil { used.append(slot) }
        removed[slot, default: []].insert(change)
      }
    }
    for slot in used {
      use(slot, at: now)
      var hasContained = false
      let ids = removed[slot] ?? []
      entries[slot].changes.removeAll { change in
        guard let id = change.id, ids.contains(id) else { return false }
        if change.standing == .contained { hasContained = true } else { shown.insert(slot) }
        return true
      }
      if hasContained, !entries[slot].hasContained { invalidate(slot) }
      fold(slot)
    }
    return (used, shown)
  }

  private mutating func confirm(_ change: RequestChange, _ slot: Int, _ number: Int) {
    entries[slot].isUnstored = true
    if !removeContained(change, slot) {
      countContent(slot)
      for index in entries[slot].changes.indices
      where entries[slot].changes[index].id == change {
        entries[slot].changes[index].standing = .committed(at: lastAttempt)
        entries[slot].changes[index].sentAt = number
      }
    }
    fold(slot)
  }

  /// Removes a change that is part of the content; the last one invalidates the entry.
  ///
  /// - Returns: `false` if the change isn't part of the content.
  private mutating func removeContained(_ change: RequestChange, _ slot: Int) -> Bool {
    guard
      entries[slot].changes.contains(where: { $0.id == change && $0.standing == .contained })
    else { return false }
    entries[slot].changes.removeAll { $0.id == change && $0.standing == .contained }
    if !entries[slot].hasContained { invalidate(slot) }
    return !entries[slot].changes.contains { $0.id == change }
  }

  /// Notes that the next content contains a change, and those that were sent before its request.
  private mutating func contain(_ slot: Int, _ change: RequestChange, _ number: Int) {
    var kept: [Change] = []
    for var other in entries[slot].changes where other.id != change {
      if let sent = other.sentAt, sent < number {
        guard other.isUnanswered else { continue }
        other.standing = .contained
      }
      kept.append(other)
    }
    entries[slot].changes = kept
  }
}
