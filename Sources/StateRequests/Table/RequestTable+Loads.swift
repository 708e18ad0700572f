extension RequestTable {
  /// Ends an attempt with its content.
  ///
  /// An invalidation by a name reaches the entry only from now on if the earlier content doesn't have the name. Callers
  /// that asked after such an invalidation wait for the next load.
  ///
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - content: The content.
  ///   - now: The current time.
  ///   - commands: The commands for the owner.
  ///   - lastCaller: Returns the last caller before content was invalidated, if it was during the attempt.
  /// - Returns: `false` if the attempt was cancelled, or isn't the current one; then nothing changes.
  @discardableResult
  package mutating func answer(
    _ attempt: RequestAttempt,
    _ content: Content,
    at now: RequestTime,
    _ commands: inout [Command],
    invalidatedAfter lastCaller: (Content) -> RequestCaller? = { _ in nil }
  ) -> Bool {
    advance(to: now, &commands)
    defer { finish(&commands) }
    guard let running = running(attempt) else { return false }
    let slot = attempt.slot
    use(slot, at: now)
    entries[slot].changes.removeAll { change in
      guard case .committed(let number) = change.standing else { return false }
      return number < attempt.number
    }
    put(content, loadedAt: now.date, into: slot)
    entries[slot].invalidationOfContent = running.invalidation
    let shown = entries[slot].changes.isEmpty ? nil : entries[slot].shown
    if let last = [content, shown].compactMap({ $0.flatMap(lastCaller) }).min() {
      postponeWaiters(after: last, slot)
      invalidate(slot)
    }
    endLoad(slot, at: now, serves: running.invalidation)
    entries[slot].error = nil
    if let content = entries[slot].shown {
      resumeWaiters(slot, .content(content, isLoaded: true), &commands)
    }
    settle(slot, at: now, &commands)
    return true
  }

  /// Ends an attempt with an error, which is final if no pause is given.
  ///
  /// - Returns: `false` if the attempt was cancelled, or isn't the current one; then nothing changes.
  @discardableResult
  package mutating func failure(
    _ attempt: RequestAttempt,
    _ error: any Error,
    retryAfter pause: Duration?,
    at now: RequestTime,
    _ commands: inout [Command]
  ) -> Bool {
    advance(to: now, &commands)
    defer { finish(&commands) }
    guard let running = running(attempt) else { return false }
    let slot = attempt.slot
    use(slot, at: now)
    entries[slot].hasChanged = true
    if let pause, entries[slot].isInteresting {
      // The next attempt is newer than the requests of those that wait for another load.
      joinNextWaiters(slot)
      let end = isOnline ? now.clock + pause : nil
      entries[slot].load = .pausing(
        Pause(reason: attempt.reason, nextAttempt: attempt.attempt + 1, error: error, end: end)
      )
      fold(slot)
      if !isOnline { resumeWaiters(slot, .failure(error), &commands) }
    } else {
      endLoad(slot, at: now, serves: running.invalidation)
      entries[slot].error = error
      entries[slot].failureCount += 1
      resumeWaiters(slot, .failure(error), &commands)
    }
    settle(slot, at: now, &commands)
    return true
  }

  /// Lets the callers that wait for another load wait for the next attempt.
  mutating func joinNextWaiters(_ slot: Int) {
    entries[slot].waiters += entries[slot].nextWaiters
    entries[slot].nextWaiters = []
  }

  private mutating func postponeWaiters(after last: RequestCaller, _ slot: Int) {
    let late = entries[slot].waiters.filter { $0 > last }
    entries[slot].waiters.removeAll { $0 > last }
    entries[slot].nextWaiters = late + entries[slot].nextWaiters
  }

  /// Whether an attempt is the current one of its entry.
  package func isRunning(_ attempt: RequestAttempt) -> Bool { running(attempt) != nil }

  func running(_ attempt: RequestAttempt) -> Running? {
    guard case .running(let running) = entries[attempt.slot].load, running.attempt == attempt else {
      return nil
    }
    return running
  }

  // MARK: Steps of a load

  mutating func start(
    _ slot: Int,
    _ reason: RequestReason,
    attempt: Int = 1,
    _ commands: inout [Command]
  ) {
    if entries[slot].isUnread, entries[slot].base == nil { return read(slot, reason, &commands) }
    lastAttempt += 1
    let attempt = RequestAttempt(slot: slot, number: lastAttempt, attempt: attempt, reason: reason)
    entries[slot].load = .running(
      Running(attempt: attempt, invalidation: entries[slot].invalidation, turn: turn)
    )
    for index in entries[slot].watchers.indices {
      entries[slot].watchers[index].hasWaitingEvent = false
    }
    entries[slot].hasChanged = true
    if let key = entries[slot].key { commands.append(.start(attempt, key)) }
    awaitEndOfTurn(&commands)
  }

  /// Ends the load without an answer.
  mutating func cancelLoad(_ slot: Int, at now: RequestTime, _ commands: inout [Command]) {
    switch entries[slot].load {
    case .idle: return
    case .running(let running):
      commands.append(.cancel(running.attempt))
      if running.isReading { entries[slot].isUnread = true }
    case .pausing: break
    }
    endLoad(slot, at: now, serves: nil)
  }

  private mutating func endLoad(_ slot: Int, at now: RequestTime, serves invalidation: Int?) {
    entries[slot].load = .idle
    entries[slot].intervalStart = now.clock
    entries[slot].hasChanged = true
    if let invalidation { entries[slot].servedInvalidation = invalidation }
    fold(slot)
  }

  mutating func resumeWaiters(
    _ slot: Int,
    _ outcome: RequestOutcome<Content>,
    _ commands: inout [Command]
  ) {
    for caller in entries[slot].waiters {
      slotsOfCallers[caller] = nil
      commands.append(.resume(caller, outcome))
    }
    entries[slot].waiters = []
  }

  mutating func resumeNextWaiters(
    _ slot: Int,
    _ outcome: RequestOutcome<Content>,
    _ commands: inout [Command]
  ) {
    for caller in entries[slot].nextWaiters {
      slotsOfCallers[caller] = nil
      commands.append(.resume(caller, outcome))
    }
    entries[slot].nextWaiters = []
  }

  // MARK: Consequences

  /// Does what follows from the state of an entry: ends a load that no one wants, starts what is due, removes an entry
  /// that has expired, and publishes changes.
  mutating func settle(_ slot: Int, at now: RequestTime, _ commands: inout [Command]) {
    if !entries[slot].isInteresting { endUnwantedLoad(slot, at: now, &commands) }
    if entries[slot].isIdle {
      if !entries[slot].nextWaiters.isEmpty {
        entries[slot].waiters = entries[slot].nextWaiters
        entries[slot].nextWaiters = []
        start(slot, .reload, &commands)
      } else if isActive, !entries[slot].watchers.isEmpty,
        entries[slot].hasUnservedInvalidation
      {
        let isOwn = entries[slot].ownInvalidation > entries[slot].servedInvalidation
        start(slot, isOwn ? .invalidated : .dependency, &commands)
      }
    }
    store(slot, &commands)
    if let due = due(slot), due.time <= now.clock {
      switch due.step {
      case .interval: start(slot, .interval, &commands)
      case .attempt(let pause): start(slot, pause.reason, attempt: pause.nextAttempt, &commands)
      case .removal: return free(slot, &commands)
      }
    }
    noteUse(slot)
    if entries[slot].hasChanged, let key = entries[slot].key {
      entries[slot].hasChanged = false
      measure(slot, key)
      commands.append(.publish(key))
    }
    setWake(slot, due(slot)?.time)
  }

  private mutating func endUnwantedLoad(
    _ slot: Int,
    at now: RequestTime,
    _ commands: inout [Command]
  ) {
    switch entries[slot].load {
    case .idle: break
    case .running where entries[slot].options.whenUnwatched == .finish: break
    case .running, .pausing: cancelLoad(slot, at: now, &commands)
    }
  }

  private enum Step {
    case interval
    case attempt(Pause)
    case removal
  }

  /// Returns what an entry does next without an input, and the time of the clock.
  private func due(_ slot: Int) -> (time: Duration, step: Step)? {
    switch entries[slot].load {
    case .running: return nil
    case .pausing(let pause): return pause.end.map { ($0, .attempt(pause)) }
    case .idle: break
    }
    if entries[slot].isRemovable {
      guard entries[slot].options.keepsFor < RequestOptions.forever else { return nil }
      return (entries[slot].lastUse + entries[slot].options.keepsFor, .removal)
    }
    let interval = isActive ? entries[slot].interval : entries[slot].backgroundInterval
    guard isOnline, let interval, let start = entries[slot].intervalStart else { return nil }
    return (start + interval, .interval)
  }
}
