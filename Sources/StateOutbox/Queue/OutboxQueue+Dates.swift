import Foundation

/// Time: pauses, horizons, expiry, and the end of each input.
extension OutboxQueue {
  /// Does what was due before an input.
  mutating func advance(to now: OutboxTime) {
    lastTime = OutboxTime(clock: max(now.clock, lastTime.clock), date: now.date)
    passDates()
    passPauses()
  }

  /// Ends an input: starts attempts, and appends the commands.
  mutating func finish(_ commands: inout [OutboxCommand]) {
    passDates()
    settleLanes()
    startAttempts()
    if let removal, inFlightCount == 0, writes[removal] == nil {
      writes[removal] = Write(key: nil, record: .removedAll)
      emit(.write(.removedAll, removal))
    }
    if lease == .held, inFlightCount == 0 {
      lease = .none
      emit(.releaseLease)
    }
    removeStaleAges()
    announceWake()
    if count == 0 { shrink() }
    commands += effects
    effects.removeAll(keepingCapacity: effects.count < 1_000)
  }

  mutating func emit(_ command: OutboxCommand) { effects.append(command) }

  // MARK: Dates

  /// The dates at which a change expires and becomes unknown.
  ///
  /// Only a change that was never sent expires: the server may have any other one.
  private func dates(_ slot: Int) -> (expiry: Double, horizon: Double) {
    let entry = entries[slot]
    guard isUsed(slot), entry.state.isQueued, !entry.flags.contains(.writing) else {
      return (.infinity, .infinity)
    }
    return (entry.attempts == 0 ? expiry(slot) : .infinity, horizon(slot))
  }

  /// The date at which a change that was never sent expires.
  func expiry(_ slot: Int) -> Double {
    let entry = entries[slot]
    guard !entry.flags.contains(.retried) else { return .infinity }
    return entry.enqueuedAt
      + (kinds[Int(entry.kind)].rules.expiresAfter?.inSeconds ?? .infinity)
  }

  /// The date until which a change is sent again.
  func horizon(_ slot: Int) -> Double {
    entries[slot].firstAttempt + kinds[Int(entries[slot].kind)].rules.resendsFor.inSeconds
  }

  private func due(_ slot: Int) -> Double {
    let (expiry, horizon) = dates(slot)
    return min(expiry, horizon)
  }

  /// Notes the next date of a change.
  mutating func awaitDate(_ slot: Int) { dates.set(slot, due(slot)) }

  /// Fails the changes whose dates have come.
  private mutating func passDates() {
    let now = lastTime.date.timeIntervalSinceReferenceDate
    while let first = dates.first, first.date <= now {
      let slot = Int(first.slot)
      let (expiry, horizon) = dates(slot)
      if horizon <= now {
        fail(slot, .unknown, nil, .unknownOutcome)
      } else if expiry <= now {
        fail(slot, .expired, nil, .expired)
      }
      awaitDate(slot)
    }
  }

  // MARK: Ages

  /// Adds a pending change to those whose oldest is known.
  mutating func countAge(_ slot: Int) { ages.set(slot, entries[slot].enqueuedAt) }

  mutating func removeStaleAges() {
    while let first = ages.first {
      let slot = Int(first.slot)
      if isUsed(slot), entries[slot].state.isPending { return }
      ages.set(slot, .infinity)
    }
  }

  // MARK: Pauses

  private mutating func passPauses() {
    let now = lastTime.clock.inNanoseconds
    while let first = pauses.first, first.time <= now {
      pauses.removeFirst()
      if lanes[Int(first.lane)].stamp == first.stamp { touch(lane: Int(first.lane)) }
    }
  }

  private mutating func announceWake() {
    let wake = wake()
    guard wake != announcedWake else { return }
    announcedWake = wake
    emit(.wake(at: wake))
  }

  private mutating func wake() -> Duration? {
    var wake: Duration?
    while let first = dates.first {
      let slot = Int(first.slot)
      if due(slot) == first.date {
        let seconds = first.date - lastTime.date.timeIntervalSinceReferenceDate
        // Rounded up, so that the date has come then.
        wake = lastTime.clock + .milliseconds(min((seconds * 1_000).rounded(.up), 1e15))
        break
      }
      awaitDate(slot)
    }
    guard !isPaused, !isHeld, removal == nil else { return wake }
    while let first = pauses.first, lanes[Int(first.lane)].stamp != first.stamp {
      pauses.removeFirst()
    }
    if let first = pauses.first {
      let end = Duration.nanoseconds(first.time)
      wake = min(wake ?? end, end)
    }
    if !isOnline, let nextProbe, nextProbe > lastTime.clock, hasReadyLane() {
      wake = min(wake ?? nextProbe, nextProbe)
    }
    return wake
  }
}
