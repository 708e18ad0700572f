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
      let standing = Change.Standing.committed(at: lastAttempt)
      add(Change(id: nil, update: update, standing: standing, sentAt: lastSend), to: slot)
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

  // MARK: Steps

  mutating func add(_ change: Change, to slot: Int) {
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
  mutating func replace(
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

  mutating func show(_ slot: Int) {
    guard var content = entries[slot].base else { return }
    for change in entries[slot].changes where change.standing != .contained {
      change.update(&content)
    }
    if let key = entries[slot].key { overlay?(key, &content) }
    entries[slot].shown = content
  }

  /// Moves confirmed changes before all pending ones into the content, unless a running attempt may hide them.
  ///
  /// They also stay while the answer to a change that was sent before them may bring content without them. Without
  /// content, they end, because the next attempt starts later.
  mutating func fold(_ slot: Int) {
    guard !entries[slot].changes.isEmpty, !entries[slot].isRunning else { return }
    let isPending: (Change) -> Bool = { $0.standing == .pending }
    let oldest = entries[slot].changes.lazy.filter(isPending).compactMap(\.sentAt).min() ?? .max
    let end = entries[slot].changes.firstIndex {
      isPending($0) || !$0.isUnanswered && $0.sentAt.map { $0 > oldest } ?? false
    }
    let folded = entries[slot].changes[..<(end ?? entries[slot].changes.endIndex)]
    if var content = entries[slot].base.take() {
      for change in folded where !change.isUnanswered { change.update(&content) }
      entries[slot].base = content
    }
    let kept = folded.filter(\.isUnanswered) + entries[slot].changes.dropFirst(folded.count)
    entries[slot].changes = kept
  }
}
