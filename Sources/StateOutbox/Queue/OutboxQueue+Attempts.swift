import Foundation

/// The starts and ends of attempts.
extension OutboxQueue {
  /// Takes the end of an attempt; the end of another one than the change's last is ignored.
  mutating func ended(
    _ key: UUID,
    attempt: Int,
    _ end: OutboxEnd,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) {
    advance(to: now)
    defer { finish(&commands) }
    guard let slot = slot(of: key), entries[slot].state == .sending,
      entries[slot].attempts == attempt
    else { return }
    endAttempt(slot)
    switch end {
    case .answer: settle(slot, .answer)
    case .applied: settle(slot, .applied)
    case .retry(let pause, let failure):
      failures[key] = failure
      let until = now.date.addingTimeInterval(pause.inSeconds)
      emit(.write(.failed(key, .waiting(until: until), failure: failure), nil))
      wait(slot, for: max(pause, .zero))
    case .replace(let draft):
      // If the record can't be written, the old key is sent again after a pause, and the app decides again.
      wait(slot, for: kinds[Int(entries[slot].kind)].rules.longestPause)
      entries[slot].flags.insert(.writing)
      _ = write(.replaced(key, with: draft), key)
    case .reject(let failure): fail(slot, .rejected, failure, .failure)
    case .holdLane(let failure): fail(slot, .heldLane, failure, .failure)
    case .holdAll(let failure): fail(slot, .heldAll, failure, .failure)
    case .interrupted: set(.queued, slot)
    case .undecodable(let failure):
      note(.failed(key, .undecodable, failure: failure))
      self.end(slot, in: .undecodable)
    case .unknown: fail(slot, .unknown, nil, .unknownOutcome)
    }
  }

  private mutating func settle(_ slot: Int, _ way: OutboxCommit) {
    let key = entries[slot].key
    commit(key, way)
    doneCount += 1
    note(.done(key))
  }

  /// Commits the patch of a change and ends its tickets, before the change is removed.
  mutating func commit(_ key: UUID, _ way: OutboxCommit) {
    guard let slot = slot(of: key) else { return }
    entries[slot].flags.remove(.shown)
    emit(.commit(key, way))
    emit(.resume(key, .settled(way)))
  }

  /// Keeps a change as failed, and ends its tickets.
  mutating func fail(
    _ slot: Int,
    _ state: OutboxFailedState,
    _ failure: String?,
    _ outcome: OutboxOutcome
  ) {
    let key = entries[slot].key
    note(.failed(key, state, failure: failure))
    emit(.resume(key, outcome))
    emit(.report(key))
  }

  /// Keeps a change in a state that isn't restored.
  mutating func end(_ slot: Int, in state: State) {
    let key = entries[slot].key
    set(state, slot)
    emit(.resume(key, .undecodable))
    emit(.report(key))
  }

  /// Notes that no attempt of a change is starting or in flight.
  mutating func endAttempt(_ slot: Int) {
    let lane = Int(entries[slot].lane)
    guard lanes[lane].inFlight == Int32(slot) else { return }
    lanes[lane].inFlight = -1
    inFlightCount -= 1
    touch(lane: lane)
  }

  /// Ends an attempt in flight that a record of another process has made pointless.
  mutating func interrupt(_ slot: Int) {
    guard lanes[Int(entries[slot].lane)].inFlight == Int32(slot) else { return }
    if entries[slot].state == .sending {
      emit(.cancel(entries[slot].key, attempt: Int(entries[slot].attempts)))
    }
    endAttempt(slot)
  }

  /// Sends a change whose start is stored, unless the lease was lost or a date has passed meanwhile.
  ///
  /// An attempt begins with its record: a pause during the write doesn't keep it from starting. A repeated one is of a
  /// change that the server may have.
  mutating func begin(_ key: UUID, _ attempt: Int, isRepeated: Bool) {
    guard let slot = slot(of: key), entries[slot].state == .starting else { return }
    guard lease == .held, removal == nil else {
      endAttempt(slot)
      set(.queued, slot)
      return
    }
    let now = lastTime.date.timeIntervalSinceReferenceDate
    if isRepeated, horizon(slot) <= now {
      return fail(slot, .unknown, nil, .unknownOutcome)
    }
    if attempt == 1, expiry(slot) <= now { return fail(slot, .expired, nil, .expired) }
    set(.sending, slot)
    emit(.start(key, attempt: attempt, payload: entries[slot].payload))
  }

  /// Cancels the attempts in flight, which still end by themselves.
  mutating func cancelAttempts() {
    for lane in lanes where lane.inFlight >= 0 {
      let entry = entries[Int(lane.inFlight)]
      if entry.state == .sending { emit(.cancel(entry.key, attempt: Int(entry.attempts))) }
    }
  }

  // MARK: The next attempt

  /// Starts attempts while lanes and slots are free.
  mutating func startAttempts() {
    while !isPaused, !isHeld, removal == nil, inFlightCount < max(options.lanesAtOnce, 1),
      let (lane, isProbe) = nextLane()
    {
      guard lease == .held else {
        if lease == .none {
          lease = .requested
          emit(.acquireLease)
        }
        return
      }
      if isProbe { nextProbe = lastTime.clock + Self.probePause }
      start(lane)
      settleLanes()
    }
  }

  /// Returns the lane that starts next, and whether that tries a network which seems unavailable.
  private mutating func nextLane() -> (lane: Int, isProbe: Bool)? {
    // Every fourth start takes the lowest number, so that lanes of low priority don't starve.
    let path: WritableKeyPath<ReadyLanes, OutboxHeap<ReadyLanes.Element>> =
      startCount % 4 == 3 ? \.byNumber : \.byPriority
    let urgentFirst = first(of: \.urgent, path)
    let usesAll = isOnline || nextProbe.map { $0 <= lastTime.clock } ?? true
    guard usesAll, let first = first(of: \.ready, path) else {
      return urgentFirst.map { (Int($0.lane), false) }
    }
    if let urgentFirst, urgentFirst < first { return (Int(urgentFirst.lane), false) }
    return (Int(first.lane), !isOnline)
  }

  /// Returns the first element that isn't stale.
  private mutating func first(
    of lanes: WritableKeyPath<Self, ReadyLanes>,
    _ path: WritableKeyPath<ReadyLanes, OutboxHeap<ReadyLanes.Element>>
  ) -> ReadyLanes.Element? {
    while let first = self[keyPath: lanes][keyPath: path].first {
      if self.lanes[Int(first.lane)].stamp == first.stamp { return first }
      self[keyPath: lanes][keyPath: path].removeFirst()
    }
    return nil
  }

  private mutating func start(_ lane: Int) {
    guard let slot = head(of: lane) else { return }
    entries[slot].flags.remove(.urgent)
    entries[slot].flags.insert(.writing)
    set(.starting, slot)
    lanes[lane].inFlight = Int32(slot)
    lanes[lane].lastStart = lastTime.clock.inNanoseconds
    inFlightCount += 1
    startCount += 1
    let key = entries[slot].key
    let attempt = Int(entries[slot].attempts) + 1
    _ = write(.started(key, attempt: attempt, date: lastTime.date), key)
    touch(lane: lane)
  }

  /// Whether a lane would start if the network were available.
  mutating func hasReadyLane() -> Bool { first(of: \.ready, \.byNumber) != nil }
}
