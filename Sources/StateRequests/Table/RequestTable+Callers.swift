extension RequestTable {
  /// Begins a watch, which loads stale content if its options say so.
  ///
  /// The caller shows the entry itself: the start of a watch alone isn't a change.
  package mutating func watch(
    _ key: Key,
    by caller: RequestCaller,
    _ options: RequestOptions,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    let slot = use(key, options, at: now)
    slotsOfCallers[caller] = slot
    entries[slot].add(Watcher(caller: caller, options: options))
    if entries[slot].intervalStart == nil { entries[slot].intervalStart = now.clock }
    if options.triggers.contains(.watch), entries[slot].isIdle,
      entries[slot].isStale(after: options.staleAfter, at: now)
    {
      start(slot, .watch, &commands)
    } else if entries[slot].isIdle, entries[slot].isUnread, entries[slot].base == nil {
      read(slot, .watch, &commands)
    }
    settle(slot, at: now, &commands)
    finish(&commands)
  }

  /// Adds a caller that waits for fresh content.
  ///
  /// It gets fresh content immediately. Otherwise it joins the load, or starts one. If the running load began before an
  /// invalidation, the caller waits for the load that follows it.
  package mutating func wait(
    for key: Key,
    by caller: RequestCaller,
    _ options: RequestOptions,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    let slot = use(key, options, at: now)
    switch entries[slot].load {
    case .running(let running):
      add(caller, to: slot, isForNext: running.invalidation != entries[slot].invalidation)
    case .pausing(let pause) where pause.end == nil:
      commands.append(.resume(caller, .failure(pause.error)))
    case .pausing:
      add(caller, to: slot)
    case .idle:
      if entries[slot].isStale(after: options.staleAfter, at: now) {
        add(caller, to: slot)
        start(slot, .value, &commands)
      } else if let content = entries[slot].shown {
        commands.append(.resume(caller, .content(content, isLoaded: false)))
      }
    }
    settle(slot, at: now, &commands)
    finish(&commands)
  }

  /// Adds a caller that waits for content from an attempt that hasn't started yet, or that starts in this turn.
  ///
  /// If another attempt is running, one more load follows. A pause ends. Without `joinsTurn`, a load of this turn counts
  /// as running, too.
  package mutating func reload(
    _ key: Key,
    by caller: RequestCaller,
    joinsTurn: Bool = true,
    _ options: RequestOptions,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    let slot = use(key, options, at: now)
    switch entries[slot].load {
    case .running(let running):
      let isNew =
        joinsTurn && running.turn == turn && !running.isReading
        && running.invalidation == entries[slot].invalidation
      add(caller, to: slot, isForNext: !isNew)
    case .pausing(let pause):
      add(caller, to: slot)
      start(slot, pause.reason, attempt: pause.nextAttempt, &commands)
    case .idle:
      // The content of a record isn't an answer for this caller.
      let isReading = entries[slot].isUnread && entries[slot].base == nil
      add(caller, to: slot, isForNext: isReading)
      start(slot, .reload, &commands)
    }
    settle(slot, at: now, &commands)
    finish(&commands)
  }

  private mutating func add(_ caller: RequestCaller, to slot: Int, isForNext: Bool = false) {
    slotsOfCallers[caller] = slot
    if isForNext {
      entries[slot].nextWaiters.append(caller)
    } else {
      entries[slot].waiters.append(caller)
    }
  }

  /// Ends a watch or a wait, without an effect on other callers.
  ///
  /// If the caller was the last one, the load ends at the end of the turn, unless another caller has joined it by then.
  package mutating func leave(
    _ caller: RequestCaller,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    defer { finish(&commands) }
    guard let slot = slotsOfCallers.removeValue(forKey: caller) else { return }
    use(slot, at: now)
    if let index = entries[slot].waiters.firstIndex(of: caller) {
      entries[slot].waiters.remove(at: index)
      commands.append(.resume(caller, .cancelled))
    } else if let index = entries[slot].nextWaiters.firstIndex(of: caller) {
      entries[slot].nextWaiters.remove(at: index)
      commands.append(.resume(caller, .cancelled))
    } else {
      entries[slot].removeWatcher(caller)
      // From now on, no load serves an invalidation.
      if entries[slot].watchers.isEmpty, entries[slot].hasUnservedInvalidation {
        entries[slot].hasChanged = true
      }
    }
    if !entries[slot].hasLeaver {
      entries[slot].hasLeaver = true
      slotsOfLeavers.append(slot)
    }
    awaitEndOfTurn(&commands)
    settle(slot, at: now, &commands)
  }

  /// Ends the turn of the main actor in which callers have left or loads have started.
  package mutating func endTurn(at now: RequestTime, _ commands: inout [Command]) {
    turn += 1
    awaitsEndOfTurn = false
    let slots = slotsOfLeavers
    slotsOfLeavers = []
    for slot in slots { entries[slot].hasLeaver = false }
    advance(to: now, &commands)
    for slot in slots where entries[slot].key != nil { settle(slot, at: now, &commands) }
    finish(&commands)
  }

  mutating func awaitEndOfTurn(_ commands: inout [Command]) {
    guard !awaitsEndOfTurn else { return }
    awaitsEndOfTurn = true
    commands.append(.endTurn)
  }
}
