import Foundation

/// Time: pauses, horizons, expiry, and the end of each input.
extension OutboxQueue {
  /// A date at which a change expires or becomes unknown.
  struct Due: Comparable, Sendable {
    let date: Double
    let slot: Int32

    static func < (first: Due, second: Due) -> Bool { first.date < second.date }
  }

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
  private func dates(_ slot: Int) -> (expiry: Double, horizon: Double) {
    let entry = entries[slot]
    guard isUsed(slot), entry.state.isQueued, !entry.flags.contains(.writing) else {
      return (.infinity, .infinity)
    }
    let rules = kinds[Int(entry.kind)].rules
    let isLimited = !entry.flags.contains(.retried)
    let age = isLimited ? rules.expiresAfter?.inSeconds : nil
    return (
      entry.enqueuedAt + (age ?? .infinity), entry.firstAttempt + rules.resendsFor.inSeconds
    )
  }

  private func due(_ slot: Int) -> Double {
    let (expiry, horizon) = dates(slot)
    return min(expiry, horizon)
  }

  /// Adds the next date of a change.
  mutating func awaitDate(_ slot: Int) {
    let date = due(slot)
    guard date < .infinity else { return }
    if dates.count > 2 * count + 64 { removeStaleDates() }
    dates.insert(Due(date: date, slot: Int32(slot)))
  }

  private mutating func removeStaleDates() {
    let copy = self
    dates.keep { copy.due(Int($0.slot)) == $0.date }
  }

  /// Fails the changes whose dates have come.
  ///
  /// An attempted change whose horizon has passed is unknown, even if it has expired, too: the server may have it.
  private mutating func passDates() {
    let now = lastTime.date.timeIntervalSinceReferenceDate
    while let first = dates.first, first.date <= now {
      dates.removeFirst()
      let slot = Int(first.slot)
      guard slot < entries.count else { continue }
      let (expiry, horizon) = dates(slot)
      if horizon <= now {
        fail(slot, .unknown, nil, .unknownOutcome)
      } else if expiry <= now {
        fail(slot, .expired, nil, .expired)
      }
    }
  }

  // MARK: Ages

  /// Adds a pending change to those whose oldest is known.
  mutating func countAge(_ slot: Int) {
    if ages.count > 2 * count + 64 {
      let copy = self
      ages.keep { copy.isAge($0) }
    }
    ages.insert(Due(date: entries[slot].enqueuedAt, slot: Int32(slot)))
  }

  private func isAge(_ due: Due) -> Bool {
    let slot = Int(due.slot)
    return slot < entries.count && isUsed(slot) && entries[slot].state.isPending
      && entries[slot].enqueuedAt == due.date
  }

  mutating func removeStaleAges() {
    while let first = ages.first, !isAge(first) { ages.removeFirst() }
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
      if slot < entries.count, due(slot) == first.date {
        let seconds = first.date - lastTime.date.timeIntervalSinceReferenceDate
        // Rounded up, so that the date has come then.
        wake = lastTime.clock + .milliseconds(min((seconds * 1_000).rounded(.up), 1e15))
        break
      }
      dates.removeFirst()
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
