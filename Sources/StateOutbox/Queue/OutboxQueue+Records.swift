import Foundation

/// The log: the state of a queue follows from its records.
extension OutboxQueue {
  /// Restores a queue from the records of a log.
  ///
  /// The patches of changes with `isShown` count as shown. `pass` starts the first attempts. A change in flight when
  /// the process ended is queued; its outcome is open, so its horizon counts.
  init(_ records: some Sequence<OutboxRecord>, options: Options = Options(), at now: OutboxTime) {
    self.init(options: options, at: now)
    for record in records {
      apply(record)
      effects.removeAll(keepingCapacity: true)
    }
    settleLanes()
    removeStaleAges()
  }

  /// The records from which the queue can be restored, in place of all earlier ones.
  ///
  /// They don't include changes whose first record is being written, as it follows. The owner rewrites the log only
  /// while no write is open.
  var records: [OutboxRecord] {
    orderedSlots.filter { entries[$0].state != .storing }.map { slot in
      let entry = entries[slot]
      let view = view(slot)
      let draft = OutboxDraft(
        key: view.key,
        name: view.name,
        lane: view.lane,
        subject: view.subject,
        enqueuedAt: view.enqueuedAt,
        payload: view.payload,
        rules: view.rules
      )
      let progress = OutboxProgress(
        attempts: view.attempts,
        firstAttempt: entry.firstAttempt.isFinite
          ? Date(timeIntervalSinceReferenceDate: entry.firstAttempt) : nil,
        isRetried: entry.flags.contains(.retried),
        isRefused: entry.flags.contains(.refused),
        isUnanswered: entry.flags.contains(.unanswered),
        state: failedState(entry),
        failure: view.failure
      )
      return progress == OutboxProgress() ? .enqueued(draft) : .kept(draft, progress)
    }
  }

  private func failedState(_ entry: Entry) -> OutboxFailedState? {
    switch entry.state {
    case .storing, .queued, .starting, .sending, .undecodable: nil
    case .waiting: .waiting(until: date(entry.until))
    case .rejected: .rejected
    case .heldLane: .heldLane
    case .heldAll: .heldAll
    case .unknown: .unknown
    case .expired: .expired
    }
  }

  /// Takes records that other processes have appended to the log since this process read it.
  ///
  /// The owner passes them before it reports the end of its next write.
  mutating func read(
    _ records: some Sequence<OutboxRecord>,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) {
    advance(to: now)
    for record in records {
      if case .done(let key) = record { commit(key, .elsewhere) }
      apply(record)
    }
    finish(&commands)
  }

  // MARK: Facts

  /// Applies a fact of the log.
  mutating func apply(_ record: OutboxRecord) {
    switch record {
    case .enqueued(let draft): add(draft)
    case .kept(let draft, let progress): add(draft, progress)
    case .started(let key, let attempt, let date): noteStart(key, attempt, date)
    case .done(let key): slot(of: key).map { remove($0) }
    case .failed(let key, let state, let failure):
      if let slot = slot(of: key) { fail(slot, state, failure) }
    case .merged(let key, let payload, let later):
      if let slot = slot(of: key), entries[slot].attempts == 0 {
        entries[slot].payload = payload
        publish(slot)
      } else {
        add(later)
      }
    case .cancelled(let key, let later):
      if let slot = slot(of: key), entries[slot].attempts == 0 {
        emit(.resume(key, .cancelled))
        remove(slot)
      } else if let later {
        add(later)
      }
    case .replaced(let key, let draft):
      if let slot = slot(of: key) { exchange(slot, for: draft) } else { add(draft) }
    case .discarded(let key): drop(key)
    case .retried(let key): retry(key)
    case .released: release()
    case .removedAll: removeAll()
    }
  }

  private mutating func add(_ draft: OutboxDraft, _ progress: OutboxProgress? = nil) {
    guard slot(of: draft.key) == nil else { return }
    lastNumber += 1
    let slot = insert(draft, state: .queued, number: lastNumber)
    if let progress {
      entries[slot].attempts = Int32(clamping: progress.attempts)
      entries[slot].firstAttempt =
        progress.firstAttempt?.timeIntervalSinceReferenceDate ?? .infinity
      if progress.isRetried { entries[slot].flags.insert(.retried) }
      if progress.isRefused { entries[slot].flags.insert(.refused) }
      if progress.isUnanswered { entries[slot].flags.insert(.unanswered) }
      failures[draft.key] = progress.failure
      if let state = progress.state { fail(slot, state, progress.failure) }
      awaitDate(slot)
    }
    show(slot)
  }

  private mutating func noteStart(_ key: UUID, _ attempt: Int, _ date: Date) {
    guard let slot = slot(of: key) else { return }
    entries[slot].attempts = max(entries[slot].attempts, Int32(clamping: attempt))
    let date = date.timeIntervalSinceReferenceDate
    entries[slot].flags.remove(.refused)
    if entries[slot].firstAttempt.isFinite { entries[slot].flags.insert(.unanswered) }
    entries[slot].firstAttempt = min(entries[slot].firstAttempt, date)
    entries[slot].until = .min
    if !entries[slot].state.isPending || entries[slot].state == .waiting { set(.queued, slot) }
    awaitDate(slot)
    publish(slot)
  }

  private mutating func fail(_ slot: Int, _ state: OutboxFailedState, _ failure: String?) {
    interrupt(slot)
    entries[slot].flags.remove(.urgent)
    if let failure { failures[entries[slot].key] = failure }
    switch state {
    case .waiting(let until):
      let pause = Duration.seconds(until.timeIntervalSince(lastTime.date))
      let longest = kinds[Int(entries[slot].kind)].rules.longestPause
      wait(slot, for: min(max(pause, .zero), longest))
    case .rejected:
      noteRefusal(slot)
      set(.rejected, slot)
    case .heldLane:
      noteRefusal(slot)
      set(.heldLane, slot)
    case .heldAll:
      noteRefusal(slot)
      set(.heldAll, slot)
    case .unknown:
      entries[slot].flags.remove(.refused)
      set(.unknown, slot)
    case .expired:
      // It was never sent, even if an attempt was about to start.
      entries[slot].attempts = 0
      closeAttempts(slot)
      set(.expired, slot)
    case .undecodable:
      entries[slot].attempts = max(entries[slot].attempts - 1, 0)
      if !entries[slot].flags.contains(.unanswered) { closeAttempts(slot) }
      set(.queued, slot)
      // Its date changes even if its state doesn't.
      awaitDate(slot)
    }
  }

  /// Notes that the last attempt has an outcome, and the server doesn't have the change.
  private mutating func noteRefusal(_ slot: Int) {
    entries[slot].flags.insert(.refused)
    if !entries[slot].flags.contains(.unanswered) { closeAttempts(slot) }
  }

  /// Ends the horizon: no attempt is without an outcome, or the app has decided.
  private mutating func closeAttempts(_ slot: Int) {
    entries[slot].firstAttempt = .infinity
    entries[slot].flags.remove(.unanswered)
  }

  /// Sets the pause before the next attempt.
  mutating func wait(_ slot: Int, for pause: Duration) {
    entries[slot].until = (lastTime.clock + pause).inNanoseconds
    set(.waiting, slot)
    touch(lane: Int(entries[slot].lane))
  }

  private mutating func removeAll() {
    for slot in orderedSlots { drop(entries[slot].key) }
  }

  private mutating func drop(_ key: UUID) {
    guard let slot = slot(of: key) else { return }
    emit(.resume(key, .discarded))
    remove(slot)
  }

  // MARK: Retries

  /// Queues a failed change again, or all, and ends pauses.
  ///
  /// The horizon of a failed change counts from the next attempt, and the change no longer expires. An undecodable
  /// one stays: nothing in this process can decode it.
  private mutating func retry(_ key: UUID?) {
    guard let key else {
      for slot in orderedSlots { retry(slot) }
      return
    }
    guard let slot = slot(of: key) else { return }
    // A change that holds everything would wait for the others that do, too; those keep holding their lanes.
    if entries[slot].state == .heldAll {
      for slot in heldAllKeys.compactMap({ self.slot(of: $0) }) { set(.heldLane, slot) }
    }
    retry(slot)
  }

  private mutating func retry(_ slot: Int) {
    switch entries[slot].state {
    case .storing, .starting, .sending, .undecodable: return
    case .queued, .waiting: break
    case .rejected, .heldLane, .heldAll, .unknown, .expired:
      closeAttempts(slot)
      entries[slot].flags.insert(.retried)
    }
    entries[slot].until = .min
    set(.queued, slot)
    touch(lane: Int(entries[slot].lane))
  }

  /// Queues held changes again.
  ///
  /// One with an earlier attempt without an outcome keeps its horizon; the others have none until they are sent again.
  private mutating func release() {
    for slot in orderedSlots where entries[slot].state.isHeld {
      entries[slot].until = .min
      set(.queued, slot)
    }
  }
}
