extension RequestTable {
  /// Does what is due: pauses and intervals that have passed, and entries that have expired.
  ///
  /// The owner calls this at the time of the last `wake` command.
  package mutating func wake(at now: RequestTime, _ commands: inout [Command]) {
    advance(to: now, &commands)
    finish(&commands)
  }

  /// Does what is due before another input.
  ///
  /// If the date was set back, later dates of content become the current date, so that content is fresh for at most the
  /// usual time from now on.
  mutating func advance(to now: RequestTime, _ commands: inout [Command]) {
    let isSetBack = now.date < lastDate
    lastDate = now.date
    if isSetBack {
      for slot in entries.indices where entries[slot].base != nil {
        guard entries[slot].loadedAt > now.date else { continue }
        entries[slot].loadedAt = now.date
        entries[slot].hasChanged = true
        entries[slot].isUnstored = true
        settle(slot, at: now, &commands)
      }
    }
    while let first = wakes.first, first.time <= now.clock {
      wakes.removeFirst()
      guard isCurrent(first) else { continue }
      setWake(first.slot, nil)
      settle(first.slot, at: now, &commands)
    }
  }

  /// Notes an event of a watch, which loads stale content; without a network, the event waits.
  package mutating func event(
    of caller: RequestCaller,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    if let slot = slotsOfCallers[caller],
      let index = entries[slot].watchers.firstIndex(where: { $0.caller == caller })
    {
      trigger(slot, .event, at: now, &commands) { $0 == index }
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  /// Notes whether the app is active.
  ///
  /// Each call with `true` is an event, even if the app was already active.
  package mutating func setActive(
    _ isActive: Bool,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    self.isActive = isActive
    for slot in entries.indices where !entries[slot].watchers.isEmpty {
      if isActive {
        let watchers = entries[slot].watchers
        trigger(slot, .active, at: now, &commands) {
          watchers[$0].options.triggers.contains(.active)
        }
      }
      settle(slot, at: now, &commands)
    }
    finish(&commands)
  }

  /// Notes whether the network seems to be available; a repeated call changes nothing.
  package mutating func setOnline(
    _ isOnline: Bool,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    advance(to: now, &commands)
    if isOnline != self.isOnline {
      self.isOnline = isOnline
      for slot in entries.indices where entries[slot].key != nil {
        if isOnline {
          reconnect(slot, at: now, &commands)
        } else {
          disconnect(slot, &commands)
        }
        settle(slot, at: now, &commands)
      }
    }
    finish(&commands)
  }

  /// Removes all unused entries.
  package mutating func freeMemory(at now: RequestTime, _ commands: inout [Command]) {
    advance(to: now, &commands)
    while oldest >= 0 { free(oldest, &commands) }
    finish(&commands)
  }

  // MARK: Steps

  /// Starts a load if the content is stale for one of the watchers that an event reaches.
  private mutating func trigger(
    _ slot: Int,
    _ reason: RequestReason,
    at now: RequestTime,
    _ commands: inout [Command],
    _ isReached: (Int) -> Bool
  ) {
    guard entries[slot].isIdle else {
      if entries[slot].isReading {
        for index in entries[slot].watchers.indices where isReached(index) {
          entries[slot].watchers[index].hasWaitingEvent = true
        }
      }
      return
    }
    for index in entries[slot].watchers.indices where isReached(index) {
      let age = entries[slot].watchers[index].options.staleAfter
      if !isOnline {
        entries[slot].watchers[index].hasWaitingEvent = true
      } else if entries[slot].isStale(after: age, at: now) {
        return start(slot, reason, &commands)
      }
    }
  }

  private mutating func reconnect(_ slot: Int, at now: RequestTime, _ commands: inout [Command]) {
    if case .pausing(let pause) = entries[slot].load {
      return start(slot, pause.reason, attempt: pause.nextAttempt, &commands)
    }
    let watchers = entries[slot].watchers
    trigger(slot, .reconnect, at: now, &commands) {
      watchers[$0].hasWaitingEvent || watchers[$0].options.triggers.contains(.reconnect)
    }
    if entries[slot].isReading { return }
    for index in watchers.indices { entries[slot].watchers[index].hasWaitingEvent = false }
  }

  private mutating func disconnect(_ slot: Int, _ commands: inout [Command]) {
    guard case .pausing(var pause) = entries[slot].load else { return }
    pause.end = nil
    entries[slot].load = .pausing(pause)
    entries[slot].hasChanged = true
    resumeWaiters(slot, .failure(pause.error), &commands)
  }
}
