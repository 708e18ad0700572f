import Foundation

/// The inputs with which the app adds, joins and removes changes.
extension OutboxQueue {
  /// Adds a change, which is shown now and is queued when its record is stored.
  ///
  /// The owner asks `mergeCandidate` first. A full queue refuses; during `removeAll`, a queue is busy.
  mutating func enqueue(
    _ draft: OutboxDraft,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) -> OutboxVerdict {
    advance(to: now)
    defer { finish(&commands) }
    guard !isFull, slot(of: draft.key) == nil else { return .refused }
    guard removal == nil else { return .busy }
    let slot = insert(draft, state: .storing, number: .max)
    entries[slot].flags.insert(.writing)
    show(slot)
    return .accepted(write(.enqueued(draft), draft.key))
  }

  /// Returns the change that a new one of a type may be merged into: the last of its lane, of the same type, and
  /// never attempted.
  ///
  /// A change isn't merged while one of its records is being written. Two changes of one turn are therefore sent
  /// separately, and a failed write concerns one change only.
  func mergeCandidate(name: String, lane: String) -> OutboxView? {
    guard removal == nil, let number = laneNames.number(of: lane) else { return nil }
    let slot = Int(lanes[number].ends.last)
    guard slot >= 0, canMerge(slot), kinds[Int(entries[slot].kind)].name == name else {
      return nil
    }
    return view(slot)
  }

  private func canMerge(_ slot: Int) -> Bool {
    let entry = entries[slot]
    return entry.state == .queued && entry.attempts == 0 && !entry.flags.contains(.writing)
  }

  /// Replaces the payload of a queued change by one that includes a later change, whose key is never sent.
  ///
  /// If another process has started an attempt before the record, the later change is queued under its own key.
  mutating func merge(
    _ later: OutboxDraft,
    into key: UUID,
    payload: Int,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) -> OutboxVerdict {
    advance(to: now)
    defer { finish(&commands) }
    guard removal == nil else { return .busy }
    guard let slot = slot(of: key), canMerge(slot) else { return .refused }
    entries[slot].flags.insert(.writing)
    touch(lane: Int(entries[slot].lane))
    emit(.show(key, payload: payload))
    return .accepted(write(.merged(key, payload: payload, later: later), key))
  }

  /// Removes a change that has never been attempted, because of the app or of a later change that cancels it out.
  mutating func cancel(
    _ key: UUID,
    by later: OutboxDraft? = nil,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) -> OutboxVerdict {
    advance(to: now)
    defer { finish(&commands) }
    guard let slot = slot(of: key), entries[slot].attempts == 0, entries[slot].state != .starting
    else { return .refused }
    return remove(slot, with: .cancelled(key, later: later))
  }

  /// Removes a failed change.
  mutating func discard(
    _ key: UUID,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) -> OutboxVerdict {
    advance(to: now)
    defer { finish(&commands) }
    guard let slot = slot(of: key), !entries[slot].state.isPending else { return .refused }
    return remove(slot, with: .discarded(key))
  }

  /// Hides a change now, and removes it when the record is stored.
  private mutating func remove(_ slot: Int, with record: OutboxRecord) -> OutboxVerdict {
    guard !entries[slot].flags.contains(.writing), removal == nil else { return .busy }
    let key = entries[slot].key
    entries[slot].flags.formUnion([.writing, .removing])
    touch(lane: Int(entries[slot].lane))
    show(slot)
    return .accepted(write(record, key))
  }

  /// Gives the place of a change to another one with another key.
  ///
  /// This concerns changes that the server doesn't have: those that it has refused, and those that were never sent.
  mutating func replace(
    _ key: UUID,
    with draft: OutboxDraft,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) -> OutboxVerdict {
    advance(to: now)
    defer { finish(&commands) }
    guard let slot = slot(of: key), self.slot(of: draft.key) == nil,
      entries[slot].attempts == 0 || entries[slot].state.isRefused,
      entries[slot].state != .starting
    else { return .refused }
    guard !entries[slot].flags.contains(.writing), removal == nil else { return .busy }
    entries[slot].flags.insert(.writing)
    touch(lane: Int(entries[slot].lane))
    return .accepted(write(.replaced(key, with: draft), key))
  }

  /// Removes all changes after the attempts in flight have ended; none starts meanwhile.
  ///
  /// Attempts in flight are cancelled. Until the end of the write, the queue takes no changes.
  mutating func removeAll(
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) -> OutboxVerdict {
    advance(to: now)
    defer { finish(&commands) }
    guard removal == nil else { return .busy }
    lastWrite += 1
    removal = lastWrite
    cancelAttempts()
    return .accepted(lastWrite)
  }

  /// Notes that the payloads of queued changes can't be decoded, or are unknown to this version.
  ///
  /// Nothing is written: a process of another version may decode them. Their dates don't count, also if they were due.
  mutating func setAside(
    _ unusable: [(key: UUID, failure: String)],
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) {
    for (key, failure) in unusable {
      guard let slot = slot(of: key), entries[slot].state.isQueued,
        !entries[slot].flags.contains(.writing)
      else { continue }
      failures[key] = failure
      end(slot, in: .undecodable)
    }
    advance(to: now)
    finish(&commands)
  }

  /// Notes where the payload of a change is, after the log has been rewritten.
  mutating func movePayload(of key: UUID, to payload: Int) {
    if let slot = slot(of: key) { entries[slot].payload = payload }
  }

  // MARK: Storage

  /// Adds a change.
  mutating func insert(_ draft: OutboxDraft, state: State, number: Int) -> Int {
    let lane = useLane(draft.lane)
    let entry = Entry(
      key: draft.key,
      number: number,
      enqueuedAt: draft.enqueuedAt.timeIntervalSinceReferenceDate,
      payload: draft.payload,
      lane: Int32(lane),
      kind: Int32(kinds.use(Kind(name: draft.name, rules: draft.rules))),
      state: state
    )
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = Int(free)
      entries[slot] = entry
    } else {
      slot = entries.count
      entries.reserveQuarter(for: entries.count + 1)
      entries.append(entry)
    }
    index(slot)
    setSubject(draft.subject, of: slot)
    link(slot)
    counts[Int(state.rawValue)] += 1
    awaitDate(slot)
    countAge(slot)
    publish(slot)
    return slot
  }

  private mutating func useLane(_ name: String) -> Int {
    let lane = laneNames.use(name)
    if lane == lanes.count { lanes.append(Lane()) }
    if lanes[lane].ends.first < 0 {
      lanes[lane].lastStart = .min
      lanes[lane].returned = OutboxHeap()
    }
    return lane
  }

  private mutating func index(_ slot: Int) {
    slots.insert(slot, hash: entries[slot].key.hashValue)
  }

  private mutating func unindex(_ slot: Int) {
    slots.remove(slot, hash: entries[slot].key.hashValue)
  }

  /// Removes a change; its patch is hidden, unless it was committed before.
  mutating func remove(_ slot: Int) {
    let key = entries[slot].key
    publish(slot)
    interrupt(slot)
    if entries[slot].flags.contains(.shown) { emit(.hide(key)) }
    counts[Int(entries[slot].state.rawValue)] -= 1
    failures[key] = nil
    heldAllKeys.remove(key)
    unlink(slot)
    unindex(slot)
    _ = kinds.release(Int(entries[slot].kind))
    _ = laneNames.release(Int(entries[slot].lane))
    entries[slot].lane = -1
    freeSlots.append(Int32(slot))
  }

  /// Frees the memory of an earlier backlog.
  mutating func shrink() {
    guard entries.count > 1_000 else { return }
    entries = []
    freeSlots = []
    slots = OutboxIndex()
    order = Ends()
    lanes = []
    laneNames = OutboxNames()
    kinds = OutboxNames()
    subjects = OutboxNames()
    subjectEnds = []
    touchedLanes = []
    ready = ReadyLanes()
    urgent = ReadyLanes()
    pauses = OutboxHeap()
    dates = OutboxSlotHeap()
    ages = OutboxSlotHeap()
    failures = [:]
  }

  /// Exchanges a change for another one at its place.
  mutating func exchange(_ slot: Int, for draft: OutboxDraft) {
    let old = entries[slot].key
    guard self.slot(of: draft.key) == nil else {
      remove(slot)
      return
    }
    publish(slot)
    interrupt(slot)
    entries[slot].flags.insert(.removing)
    show(slot)
    failures[old] = nil
    set(.queued, slot)
    emit(.replaced(old, by: draft.key))
    let oldKind = Int(entries[slot].kind)
    let oldLane = Int(entries[slot].lane)
    let lane = useLane(draft.lane)
    unindex(slot)
    unlinkFromSubject(slot)
    if lane != oldLane { unlinkFromLane(slot) }
    entries[slot].key = draft.key
    entries[slot].enqueuedAt = draft.enqueuedAt.timeIntervalSinceReferenceDate
    entries[slot].payload = draft.payload
    entries[slot].kind = Int32(kinds.use(Kind(name: draft.name, rules: draft.rules)))
    entries[slot].lane = Int32(lane)
    entries[slot].firstAttempt = .infinity
    entries[slot].attempts = 0
    entries[slot].until = .min
    entries[slot].flags.formIntersection([.returned])
    index(slot)
    setSubject(draft.subject, of: slot)
    linkToSubject(slot)
    if lane != oldLane { linkToLane(slot) }
    _ = kinds.release(oldKind)
    _ = laneNames.release(oldLane)
    touch(lane: lane)
    awaitDate(slot)
    countAge(slot)
    show(slot)
    publish(slot)
  }

  mutating func set(_ state: State, _ slot: Int) {
    let old = entries[slot].state
    guard state != old else { return }
    counts[Int(old.rawValue)] -= 1
    counts[Int(state.rawValue)] += 1
    entries[slot].state = state
    let key = entries[slot].key
    if state == .heldAll { heldAllKeys.insert(key) }
    if old == .heldAll { heldAllKeys.remove(key) }
    touch(lane: Int(entries[slot].lane))
    publish(slot)
    show(slot)
    if state.isPending, !old.isPending { countAge(slot) }
    if state.isQueued {
      returnToLane(slot)
      awaitDate(slot)
    }
  }

  /// Shows or hides the patch of a change, as its state says.
  mutating func show(_ slot: Int) {
    let entry = entries[slot]
    let isShown = entry.state.showsPatch && !entry.flags.contains(.removing)
    guard isShown != entry.flags.contains(.shown) else { return }
    if isShown {
      entries[slot].flags.insert(.shown)
      emit(.show(entry.key, payload: entry.payload))
    } else {
      entries[slot].flags.remove(.shown)
      emit(.hide(entry.key))
    }
  }

  func subject(_ slot: Int) -> String? {
    let subject = entries[slot].subject
    return subject < 0 ? nil : subjects[Int(subject)]
  }

  mutating func publish(_ slot: Int) {
    emit(.publish(entries[slot].key, subject: subject(slot)))
  }
}
