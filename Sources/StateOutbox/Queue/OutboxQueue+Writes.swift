import Foundation

/// The ends of writes.
extension OutboxQueue {
  /// Takes the end of a synced write; writes end in the order of their commands.
  ///
  /// The payload is its place in the log, if that differs from the draft's. If the record was void because another
  /// process had started an attempt, the later change is in the queue, and the owner calls `movePayload` for it.
  mutating func stored(
    _ number: OutboxWrite,
    payload: Int? = nil,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) {
    advance(to: now)
    defer { finish(&commands) }
    guard let write = endWrite(number) else { return }
    var payloadKey = write.payloadKey
    switch write.record {
    case .enqueued(let draft):
      guard let slot = slot(of: draft.key) else { return }
      lastNumber += 1
      entries[slot].number = lastNumber
      set(.queued, slot)
    case .started(let key, let attempt, _):
      let isRepeated = slot(of: key).map { entries[$0].firstAttempt.isFinite } ?? false
      apply(write.record)
      begin(key, attempt, isRepeated: isRepeated)
    case .merged(let key, _, _):
      let isVoid = slot(of: key).map { entries[$0].attempts > 0 } ?? false
      apply(write.record)
      if isVoid, let slot = slot(of: key) {
        payloadKey = nil
        emit(.show(key, payload: entries[slot].payload))
      }
    case .cancelled(let key, _):
      apply(write.record)
      if let slot = slot(of: key) { show(slot) }
    default: apply(write.record)
    }
    if let payload, let key = payloadKey, let slot = slot(of: key) {
      entries[slot].payload = payload
    }
  }

  /// Takes the failure of a synced write: the queue is as it was before the write.
  mutating func notStored(
    _ number: OutboxWrite,
    at now: OutboxTime,
    _ commands: inout [OutboxCommand]
  ) {
    advance(to: now)
    defer { finish(&commands) }
    guard let write = endWrite(number), let slot = write.key.flatMap({ slot(of: $0) }) else {
      return
    }
    switch write.record {
    case .enqueued(let draft):
      emit(.resume(draft.key, .notStored))
      remove(slot)
    case .started:
      endAttempt(slot)
      entries[slot].until = (now.clock + Self.pauseAfterUnwritten).inNanoseconds
      set(.queued, slot)
    case .merged(let key, _, _): emit(.show(key, payload: entries[slot].payload))
    default: show(slot)
    }
  }

  /// Forgets a write that has ended.
  private mutating func endWrite(_ number: OutboxWrite) -> Write? {
    guard let write = writes.removeValue(forKey: number) else { return nil }
    if removal == number { removal = nil }
    if let slot = write.key.flatMap({ slot(of: $0) }) {
      entries[slot].flags.subtract([.writing, .removing])
      touch(lane: Int(entries[slot].lane))
      awaitDate(slot)
    }
    return write
  }

  /// Writes a record that is synced before it counts.
  mutating func write(_ record: OutboxRecord, _ key: UUID?) -> OutboxWrite {
    lastWrite += 1
    writes[lastWrite] = Write(key: key, record: record)
    emit(.write(record, lastWrite))
    return lastWrite
  }

  /// Writes a fact whose loss only repeats an attempt.
  mutating func note(_ record: OutboxRecord) {
    emit(.write(record, nil))
    apply(record)
  }
}

extension OutboxQueue.Write {
  /// The change whose payload the record contains.
  fileprivate var payloadKey: UUID? {
    switch record {
    case .enqueued(let draft), .replaced(_, let draft): draft.key
    case .merged(let key, _, _): key
    default: nil
    }
  }
}
