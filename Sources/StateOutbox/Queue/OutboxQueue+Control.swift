import Foundation

/// The inputs that concern the whole queue.
extension OutboxQueue {
  /// Notes that time has passed.
  mutating func pass(at now: OutboxTime, _ commands: inout [OutboxCommand]) {
    advance(to: now)
    finish(&commands)
  }

  /// Keeps attempts from starting; those in flight continue.
  ///
  /// The pause isn't stored: it ends with the process.
  mutating func pause(at now: OutboxTime, _ commands: inout [OutboxCommand]) {
    advance(to: now)
    isPaused = true
    finish(&commands)
  }

  /// Ends a pause, and queues held changes again, both those that hold a lane and those that hold everything.
  ///
  /// The server has refused them, so they have no horizon, unless an earlier attempt has no outcome: only `retryNow`
  /// decides to send a change whose outcome has become unknown. Rejected changes stay, even if they block their lanes.
  mutating func resume(at now: OutboxTime, _ commands: inout [OutboxCommand]) {
    advance(to: now)
    isPaused = false
    if counts[Int(State.heldLane.rawValue)] + counts[Int(State.heldAll.rawValue)] > 0 {
      note(.released)
    }
    finish(&commands)
  }

  /// Sends a change soon, or all: failed ones are queued again at their places, and pauses end.
  ///
  /// The next attempt of each of these changes starts even if the network seems unavailable. A pause by the app stays:
  /// the changes start after `resume`. Order stays, too: an earlier change of the lane that is held still blocks it.
  mutating func retryNow(
    _ key: UUID? = nil,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) {
    advance(to: now)
    defer { finish(&commands) }
    if let key {
      guard let slot = slot(of: key) else { return }
      retryNow([slot], .retried(key))
    } else {
      retryNow(orderedSlots, .retried(nil))
    }
  }

  private mutating func retryNow(_ slots: [Int], _ record: OutboxRecord) {
    let isStored = slots.contains {
      entries[$0].state == .waiting || !entries[$0].state.isPending
    }
    if isStored { note(record) } else { apply(record) }
    for slot in slots where entries[slot].state.isQueued {
      entries[slot].flags.insert(.urgent)
      touch(lane: Int(entries[slot].lane))
    }
  }

  /// Notes whether the network seems to be available.
  ///
  /// If it is again, pauses after errors end within two seconds, but not within a second after the lane's last start.
  /// `random` returns a number from 0 to 1, for each change that waits.
  mutating func setOnline(
    _ isOnline: Bool,
    at now: OutboxTime,
    random: () -> Double,
    _ commands: inout [OutboxCommand]
  ) {
    advance(to: now)
    defer { finish(&commands) }
    guard isOnline != self.isOnline else { return }
    self.isOnline = isOnline
    nextProbe = isOnline ? nil : now.clock + Self.probePause
    guard isOnline, counts[Int(State.waiting.rawValue)] > 0 else { return }
    for slot in entries.indices where isUsed(slot) && entries[slot].state == .waiting {
      let lane = Int(entries[slot].lane)
      let jitter = Self.longestJitter * min(max(random(), 0), 1)
      let earliest = lanes[lane].lastStart.addingReportingOverflow(
        Self.shortestPauseOnline.inNanoseconds
      )
      let end = max((now.clock + jitter).inNanoseconds, earliest.partialValue)
      if end < entries[slot].until {
        entries[slot].until = end
        touch(lane: lane)
        publish(slot)
      }
    }
  }

  // MARK: The lease

  /// Notes that this process holds the lock of the sender, after `acquireLease`.
  ///
  /// The owner reads the new records of the log before.
  mutating func gainLease(at now: OutboxTime, _ commands: inout [OutboxCommand]) {
    advance(to: now)
    lease = .held
    finish(&commands)
  }

  /// Notes that this process has lost the lock, or gives it up.
  ///
  /// Attempts in flight are cancelled; their lanes wait for their ends. A lease that was only requested stays so.
  mutating func loseLease(at now: OutboxTime, _ commands: inout [OutboxCommand]) {
    advance(to: now)
    if lease == .held {
      lease = .none
      cancelAttempts()
    }
    finish(&commands)
  }
}
