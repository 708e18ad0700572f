extension RequestTable {
  /// Ends the content and the load of a key; a watched entry loads again at once.
  ///
  /// Unanswered changes stay for the next content.
  package mutating func remove(
    _ key: Key,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    if let slot = slots[key] {
      empty(slot, keepsChanges: true, at: now, &commands)
      if entries[slot].watchers.isEmpty, entries[slot].changes.isEmpty {
        free(slot, &commands)
      } else {
        use(slot, at: now)
        if !entries[slot].watchers.isEmpty { start(slot, .watch, &commands) }
        settle(slot, at: now, &commands)
      }
    }
    finish(&commands)
  }

  /// Ends the content, the changes, and the load of a key with an error; the next reason loads again.
  package mutating func end(
    _ key: Key,
    _ error: any Error,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    if let slot = slots[key] {
      empty(slot, .failure(error), at: now, &commands)
      use(slot, at: now)
      entries[slot].error = error
      entries[slot].failureCount += 1
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  /// Ends all content, changes, loads, and watches.
  package mutating func clear(at now: RequestTime, _ commands: inout [Command]) {
    advance(to: now, &commands)
    for slot in entries.indices where entries[slot].key != nil {
      empty(slot, at: now, &commands)
      for watcher in entries[slot].watchers {
        slotsOfCallers[watcher.caller] = nil
        commands.append(.endWatch(watcher.caller))
      }
      entries[slot].watchers = []
      free(slot, &commands)
    }
    finish(&commands)
  }

  private mutating func empty(
    _ slot: Int,
    _ outcome: RequestOutcome<Content> = .removed,
    keepsChanges: Bool = false,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    cancelLoad(slot, at: now, &commands)
    resumeWaiters(slot, outcome, &commands)
    resumeNextWaiters(slot, outcome, &commands)
    if keepsChanges { keepUnanswered(slot) } else { dropChanges(slot) }
    cost -= entries[slot].cost
    entries[slot].cost = 0
    entries[slot].base = nil
    entries[slot].shown = nil
    entries[slot].isMeasured = true
    countContent(slot)
    // The owner removes the record.
    entries[slot].isUnread = false
    entries[slot].isUnstored = false
    entries[slot].error = nil
    let invalidation = entries[slot].invalidation
    entries[slot].invalidationOfContent = invalidation
    entries[slot].servedInvalidation = invalidation
    entries[slot].hasChanged = true
  }

  /// Removes the changes of an entry, whose answers change nothing from now on.
  private mutating func dropChanges(_ slot: Int) {
    for change in entries[slot].changes {
      guard let id = change.id else { continue }
      slotsOfChanges[id]?.removeAll { $0 == slot }
      if slotsOfChanges[id]?.isEmpty == true { slotsOfChanges[id] = nil }
    }
    entries[slot].changes = []
  }

  /// Removes the confirmed changes of an entry, which the next load brings.
  private mutating func keepUnanswered(_ slot: Int) {
    entries[slot].changes.removeAll { !$0.isUnanswered }
    for index in entries[slot].changes.indices { entries[slot].changes[index].standing = .pending }
  }

  // MARK: Eviction

  /// Removes an entry that nothing needs.
  mutating func free(_ slot: Int, _ commands: inout [Command]) {
    guard let key = entries[slot].key else { return }
    if entries[slot].isUnused { unlink(slot) }
    cost -= entries[slot].cost
    slots[key] = nil
    entries[slot] = Entry()
    freeSlots.append(slot)
    commands.append(.publish(key))
  }

  /// Does what follows from the state of the table: removes unused entries beyond the limits, and sets the timer.
  mutating func finish(_ commands: inout [Command]) {
    while oldest >= 0, slots.count > limits.entries || cost > limits.cost ?? .max {
      free(oldest, &commands)
    }
    while let first = wakes.first, !isCurrent(first) { wakes.removeFirst() }
    if wakes.count > 2 * slots.count + 64 {
      wakes.keep { [entries] in entries[$0.slot].wakeNumber == $0.number }
    }
    if wakes.first?.time != announcedWake {
      announcedWake = wakes.first?.time
      commands.append(.wake(at: announcedWake))
    }
  }

  // MARK: Unused entries

  /// Adds the entry to the list of unused ones, or removes it.
  mutating func noteUse(_ slot: Int) {
    let isUnused = entries[slot].isRemovable
    guard isUnused != entries[slot].isUnused else { return }
    if isUnused { link(slot) } else { unlink(slot) }
  }

  /// Inserts an entry into the list of unused ones, in the order of their last use.
  mutating func link(_ slot: Int) {
    var older = newest
    while older >= 0, entries[older].useNumber > entries[slot].useNumber {
      older = entries[older].older
    }
    let newer = older < 0 ? oldest : entries[older].newer
    entries[slot].older = older
    entries[slot].newer = newer
    entries[slot].isUnused = true
    if older < 0 { oldest = slot } else { entries[older].newer = slot }
    if newer < 0 { newest = slot } else { entries[newer].older = slot }
  }

  mutating func unlink(_ slot: Int) {
    let (older, newer) = (entries[slot].older, entries[slot].newer)
    entries[slot].isUnused = false
    if older < 0 { oldest = newer } else { entries[older].newer = newer }
    if newer < 0 { newest = older } else { entries[newer].older = older }
  }

  // MARK: Times

  func isCurrent(_ element: WakeHeap.Element) -> Bool {
    entries[element.slot].wakeNumber == element.number
  }

  mutating func setWake(_ slot: Int, _ time: Duration?) {
    guard time != entries[slot].wake else { return }
    lastWake += 1
    entries[slot].wake = time
    entries[slot].wakeNumber = lastWake
    if let time { wakes.insert(WakeHeap.Element(time: time, slot: slot, number: lastWake)) }
  }
}
