/// Changes that are confirmed or rolled back later.
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
    advance(to: now, &commands)
    let slot = use(key, options, at: now)
    add(Change(id: change, update: update, standing: .pending), to: slot)
    if slotsOfChanges[change]?.contains(slot) != true {
      slotsOfChanges[change, default: []].append(slot)
    }
    settle(slot, at: now, &commands)
    finish(&commands)
  }

  /// A change for one entry, whose place among the others is given.
  package struct PlacedChange: Sendable {
    package let change: RequestChange
    package let key: Key
    package let options: RequestOptions
    package let update: Update

    package init(
      _ change: RequestChange,
      to key: Key,
      _ options: RequestOptions,
      _ update: @escaping Update
    ) {
      self.change = change
      self.key = key
      self.options = options
      self.update = update
    }
  }

  /// Applies changes that are confirmed or rolled back later, each before the first pending one that it precedes.
  ///
  /// The changes are in their order. `isBefore` returns whether one of them precedes one of the others.
  ///
  /// - Complexity: O(n) in the number of the new changes and of the changes of their entries.
  package mutating func apply(
    _ changes: [PlacedChange],
    at now: RequestTime,
    _ commands: inout [Command],
    isBefore: (RequestChange, RequestChange) -> Bool
  ) {
    advance(to: now, &commands)
    var added: [Int: [Change]] = [:]
    var used: [Int] = []
    for placed in changes {
      let slot = use(placed.key, placed.options, at: now)
      if added[slot] == nil { used.append(slot) }
      added[slot, default: []].append(
        Change(id: placed.change, update: placed.update, standing: .pending)
      )
      if slotsOfChanges[placed.change]?.contains(slot) != true {
        slotsOfChanges[placed.change, default: []].append(slot)
      }
    }
    for slot in used {
      entries[slot].insert(added[slot] ?? [], isBefore)
      entries[slot].hasChanged = true
      show(slot)
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

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
  /// the earlier unanswered changes, which are neither shown on top of it nor applied when they are confirmed. When the
  /// last of them has its own answer, the entry is invalidated.
  ///
  /// `isSent` returns whether an earlier change was sent before this one, so that an answer contains it. The others stay
  /// on top.
  package mutating func commit(
    _ change: RequestChange,
    _ answers: [Answer] = [],
    at now: RequestTime,
    _ commands: inout [Command],
    isSent: (RequestChange) -> Bool = { _ in true }
  ) {
    advance(to: now, &commands)
    let changed = slotsOfChanges.removeValue(forKey: change) ?? []
    var set: [Int] = []
    var known: Set<Int> = []
    for answer in answers {
      let slot = use(answer.key, answer.options, at: now)
      if known.insert(slot).inserted { set.append(slot) }
      if entries[slot].changes.contains(where: { $0.id == change && $0.standing == .contained }) {
        // The current content is the answer to a later change.
        confirm(change, slot)
        continue
      }
      if let index = entries[slot].changes.lastIndex(where: { $0.id == change }) {
        contain(slot, through: index, change, isSent)
      } else {
        entries[slot].changes.removeAll { !$0.isUnanswered }
      }
      replace(slot, answer.content, loadedAt: nil, at: now, &commands)
    }
    for slot in changed where !known.contains(slot) {
      use(slot, at: now)
      confirm(change, slot)
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
    rollBack([change], at: now, &commands)
  }

  /// Rolls back changes in all entries; the others are applied again.
  ///
  /// - Complexity: O(n) in the number of the changes and of those of their entries.
  package mutating func rollBack(
    _ changes: [RequestChange],
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    var removed: [Int: Set<RequestChange>] = [:]
    var used: [Int] = []
    for change in changes {
      for slot in slotsOfChanges.removeValue(forKey: change) ?? [] {
        if removed[slot] == nil { used.append(slot) }
        removed[slot, default: []].insert(change)
      }
    }
    for slot in used {
      use(slot, at: now)
      var isShownChanged = false
      var hasContained = false
      let ids = removed[slot] ?? []
      entries[slot].changes.removeAll { change in
        guard let id = change.id, ids.contains(id) else { return false }
        if change.standing == .contained { hasContained = true } else { isShownChanged = true }
        return true
      }
      if hasContained, !entries[slot].hasContained { invalidate(slot) }
      if isShownChanged { show(slot) }
      fold(slot)
      entries[slot].hasChanged = true
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  private mutating func confirm(_ change: RequestChange, _ slot: Int) {
    entries[slot].isUnstored = true
    if !removeContained(change, slot) {
      countContent(slot)
      for index in entries[slot].changes.indices
      where entries[slot].changes[index].id == change {
        entries[slot].changes[index].standing = .committed(at: lastAttempt)
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

  /// Notes that the next content contains the sent changes up to an index.
  private mutating func contain(
    _ slot: Int,
    through index: Int,
    _ change: RequestChange,
    _ isSent: (RequestChange) -> Bool
  ) {
    var kept: [Change] = []
    for (position, other) in entries[slot].changes.enumerated() where other.id != change {
      var other = other
      if position < index {
        guard other.isUnanswered else { continue }
        if other.id.map(isSent) ?? true { other.standing = .contained }
      }
      kept.append(other)
    }
    entries[slot].changes = kept
  }
}
