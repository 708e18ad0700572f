extension RequestTable {
  /// Ends the reading of a record, with which the first load of an entry begins.
  ///
  /// The content of the record is older than everything that happened meanwhile. If it is fresh for all who wait for it
  /// or watch it, the load ends. Otherwise an attempt starts now, which all of them join.
  ///
  /// - Parameters:
  ///   - attempt: The reading.
  ///   - record: The record, if there is one.
  ///   - now: The current time.
  ///   - commands: The commands for the owner.
  ///   - isOutdated: Whether content was invalidated during the reading.
  /// - Returns: `false` if the reading was cancelled; then nothing changes.
  @discardableResult
  package mutating func endReading(
    _ attempt: RequestAttempt,
    _ record: RequestRecord<Content>?,
    at now: RequestTime,
    _ commands: inout [Command],
    isOutdated: (Content) -> Bool = { _ in false }
  ) -> Bool {
    advance(to: now, &commands)
    defer { finish(&commands) }
    guard let running = running(attempt) else { return false }
    let slot = attempt.slot
    use(slot, at: now)
    entries[slot].load = .idle
    entries[slot].hasChanged = true
    if let record { put(record, running, into: slot, at: now, isOutdated) }
    fold(slot)
    if needsLoad(slot, at: now) {
      let reason = reason(for: slot, running.attempt.reason)
      joinNextWaiters(slot)
      start(slot, reason, &commands)
    } else if let content = entries[slot].shown {
      resumeWaiters(slot, .content(content, isLoaded: false), &commands)
    }
    for index in entries[slot].watchers.indices where isOnline {
      entries[slot].watchers[index].hasWaitingEvent = false
    }
    settle(slot, at: now, &commands)
    return true
  }

  private mutating func put(
    _ record: RequestRecord<Content>,
    _ running: Running,
    into slot: Int,
    at now: RequestTime,
    _ isOutdated: (Content) -> Bool
  ) {
    put(record.content, loadedAt: min(record.loadedAt, now.date), into: slot)
    // The content is as old as its record, so it isn't fresh for a load that has begun before the reading.
    entries[slot].baseNumber = 0
    entries[slot].invalidationOfContent = running.invalidation
    let hasChanges = !entries[slot].changes.isEmpty
    let isReached =
      isOutdated(record.content)
      || hasChanges && entries[slot].shown.map(isOutdated) == true
    if record.isInvalidated || isReached { invalidate(slot) }
    let isKnown = entries[slot].isInvalidated == record.isInvalidated
    let hasUpdates = entries[slot].changes.contains { !$0.isUnanswered }
    let isFromFuture = record.loadedAt > now.date
    entries[slot].isUnstored = !isKnown || hasUpdates || isFromFuture
  }

  private func needsLoad(_ slot: Int, at now: RequestTime) -> Bool {
    let entry = entries[slot]
    if !entry.waiters.isEmpty, entry.isStale(after: entry.options.staleAfter, at: now) {
      return true
    }
    return entry.watchers.contains { watcher in
      let isTriggered =
        watcher.options.triggers.contains(.watch) || watcher.hasWaitingEvent && isOnline
      return isTriggered && entry.isStale(after: watcher.options.staleAfter, at: now)
    }
  }

  /// Returns the reason for the load after a reading, whose first caller may have left.
  private func reason(for slot: Int, _ reason: RequestReason) -> RequestReason {
    guard reason == .reload, entries[slot].nextWaiters.isEmpty else { return reason }
    return entries[slot].waiters.isEmpty ? .watch : .value
  }

  /// Begins a load with the reading of its record.
  mutating func read(_ slot: Int, _ reason: RequestReason, _ commands: inout [Command]) {
    guard let key = entries[slot].key else { return }
    lastAttempt += 1
    let attempt = RequestAttempt(slot: slot, number: lastAttempt, attempt: 0, reason: reason)
    entries[slot].load = .running(
      Running(attempt: attempt, invalidation: entries[slot].invalidation, turn: turn)
    )
    entries[slot].isUnread = false
    entries[slot].hasChanged = true
    commands.append(.read(attempt, key))
  }

  /// Gives the confirmed content to the owner if it has changed.
  mutating func store(_ slot: Int, _ commands: inout [Command]) {
    guard entries[slot].isUnstored else { return }
    entries[slot].isUnstored = false
    guard entries[slot].isStored, let key = entries[slot].key,
      let content = confirmed(key).content
    else { return }
    let record = RequestRecord(
      content: content,
      loadedAt: entries[slot].loadedAt,
      isInvalidated: entries[slot].isInvalidated
    )
    commands.append(.store(key, record))
  }
}
