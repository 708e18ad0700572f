extension RequestTable {
  // MARK: Content

  /// Replaces the content with a value that didn't come from a load.
  ///
  /// The load ends, and its waiters get the new content. Pending changes stay on top; confirmed ones are part of it.
  /// Without a date, the content is from now.
  package mutating func set(
    _ content: Content,
    for key: Key,
    loadedAt date: Duration? = nil,
    _ options: RequestOptions,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    let slot = use(key, options, at: now)
    entries[slot].changes.removeAll { !$0.isUnanswered }
    replace(slot, content, loadedAt: date, at: now, &commands)
    settle(slot, at: now, &commands)
    finish(&commands)
  }

  /// Creates an entry with content from before its first caller, whose input follows.
  ///
  /// If there is an entry, nothing happens.
  package mutating func begin(
    _ key: Key,
    with content: Content,
    loadedAt date: Duration,
    isInvalidated: Bool,
    _ options: RequestOptions,
    at now: RequestTime
  ) {
    guard slots[key] == nil else { return }
    let slot = use(key, options, at: now)
    put(content, loadedAt: date, into: slot)
    entries[slot].hasChanged = false
    entries[slot].isUnstored = false
    if isInvalidated {
      entries[slot].invalidation = 1
      entries[slot].ownInvalidation = 1
    }
  }

  /// Marks content as changed elsewhere, if there is an entry.
  ///
  /// A watched entry loads again: immediately if it is idle, or after the running load. Several invalidations during
  /// one load cause one load.
  package mutating func invalidate(
    _ key: Key,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    if let slot = slots[key] {
      invalidate(slot)
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  mutating func invalidate(_ slot: Int) {
    entries[slot].invalidation += 1
    entries[slot].ownInvalidation = entries[slot].invalidation
    entries[slot].hasChanged = true
    entries[slot].isUnstored = true
  }

  /// Invalidates content because content that it depends on has changed.
  ///
  /// A running attempt that has used the earlier content is followed by another load. Any other attempt uses the new
  /// content, so only the entry's present content is stale.
  package mutating func invalidate(
    _ key: Key,
    usedBy attempt: RequestAttempt?,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    if let slot = slots[key] {
      if case .running(var running) = entries[slot].load, running.attempt != attempt {
        // The invalidation counts as one before the attempt.
        if entries[slot].ownInvalidation > running.invalidation {
          entries[slot].ownInvalidation += 1
        }
        running.invalidation += 1
        entries[slot].load = .running(running)
      }
      entries[slot].invalidation += 1
      entries[slot].hasChanged = true
      entries[slot].isUnstored = true
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  /// Changes the content, and keeps its date.
  ///
  /// The change stays on top until a load that started later has an answer. Without content, a running attempt gets the
  /// change; if nothing runs, nothing happens.
  package mutating func update(
    _ key: Key,
    at now: RequestTime,
    _ commands: inout [Command],
    _ update: @escaping Update
  ) {
    advance(to: now, &commands)
    if let slot = slots[key], entries[slot].base != nil || entries[slot].isRunning {
      use(slot, at: now)
      add(Change(id: nil, update: update, standing: .committed(at: lastAttempt)), to: slot)
      fold(slot)
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  // MARK: Parts that entries share

  /// Replaces the content below the changes with a variant, which has the same date; the load continues.
  package mutating func rewrite(
    _ key: Key,
    _ content: Content,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    if let slot = slots[key], entries[slot].base != nil {
      entries[slot].base = content
      countContent(slot)
      entries[slot].hasChanged = true
      entries[slot].isUnstored = true
      show(slot)
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  /// Applies the overlay again.
  package mutating func refresh(
    _ key: Key,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    if let slot = slots[key], entries[slot].base != nil {
      entries[slot].hasChanged = true
      show(slot)
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  // MARK: Changes

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
  package mutating func commit(
    _ change: RequestChange,
    _ answers: [Answer] = [],
    at now: RequestTime,
    _ commands: inout [Command]
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
        contain(slot, through: index, change)
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
    advance(to: now, &commands)
    for slot in slotsOfChanges.removeValue(forKey: change) ?? [] {
      use(slot, at: now)
      let isContained = removeContained(change, slot)
      entries[slot].changes.removeAll { $0.id == change }
      if !isContained { show(slot) }
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
    if !entries[slot].changes.contains(where: { $0.standing == .contained }) { invalidate(slot) }
    return !entries[slot].changes.contains { $0.id == change }
  }

  /// Notes that the next content contains the changes up to an index.
  private mutating func contain(_ slot: Int, through index: Int, _ change: RequestChange) {
    var kept: [Change] = []
    for (position, other) in entries[slot].changes.enumerated() where other.id != change {
      var other = other
      if position < index {
        guard other.isUnanswered else { continue }
        other.standing = .contained
      }
      kept.append(other)
    }
    entries[slot].changes = kept
  }

  // MARK: Steps

  private mutating func add(_ change: Change, to slot: Int) {
    entries[slot].changes.append(change)
    entries[slot].hasChanged = true
    if !change.isUnanswered {
      countContent(slot)
      entries[slot].isUnstored = true
    }
    if overlay != nil {
      show(slot)
    } else if var content = entries[slot].shown.take() {
      change.update(&content)
      entries[slot].shown = content
    }
  }

  /// Ends the load with content that didn't come from it.
  private mutating func replace(
    _ slot: Int,
    _ content: Content,
    loadedAt date: Duration?,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    put(content, loadedAt: min(date ?? now.date, now.date), into: slot)
    // The end of the load moves confirmed changes into the content, so it follows the new content.
    cancelLoad(slot, at: now, &commands)
    let invalidation = entries[slot].invalidation
    entries[slot].invalidationOfContent = invalidation
    entries[slot].servedInvalidation = invalidation
    entries[slot].error = nil
    fold(slot)
    guard let shown = entries[slot].shown else { return }
    resumeWaiters(slot, .content(shown, isLoaded: true), &commands)
    resumeNextWaiters(slot, .content(shown, isLoaded: true), &commands)
  }

  /// Sets the content below the changes.
  mutating func put(_ content: Content, loadedAt date: Duration, into slot: Int) {
    entries[slot].base = content
    countContent(slot)
    entries[slot].baseNumber = contentCount
    entries[slot].loadedAt = date
    entries[slot].hasChanged = true
    entries[slot].isUnstored = true
    show(slot)
  }

  /// Notes a change of the content without pending changes.
  mutating func countContent(_ slot: Int) {
    contentCount += 1
    entries[slot].contentNumber = contentCount
  }

  private mutating func show(_ slot: Int) {
    guard var content = entries[slot].base else { return }
    for change in entries[slot].changes where change.standing != .contained {
      change.update(&content)
    }
    if let key = entries[slot].key { overlay?(key, &content) }
    entries[slot].shown = content
  }

  /// Moves confirmed changes before all pending ones into the content, unless a running attempt may hide them.
  ///
  /// Without content, they end, because the next attempt starts later.
  mutating func fold(_ slot: Int) {
    guard !entries[slot].changes.isEmpty, !entries[slot].isRunning else { return }
    let isPending: (Change) -> Bool = { $0.standing == .pending }
    let end = entries[slot].changes.firstIndex(where: isPending)
    let folded = entries[slot].changes[..<(end ?? entries[slot].changes.endIndex)]
    if var content = entries[slot].base.take() {
      for change in folded where !change.isUnanswered { change.update(&content) }
      entries[slot].base = content
    }
    let kept = folded.filter(\.isUnanswered) + entries[slot].changes.dropFirst(folded.count)
    entries[slot].changes = kept
  }
}
