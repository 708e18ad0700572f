import Foundation
import StateCore
import StateQueries

/// The steps of changes for journals.
///
/// Without a journal, none of this does anything.
extension Outbox {
  private var isNoted: Bool { CoreListening.outboxes != nil }

  /// Notes what a command says about a change, before it is performed.
  func note(_ command: OutboxCommand) {
    guard isNoted else { return }
    switch command {
    case .write(let record, let write): note(record, write)
    case .show(let key, _), .hide(let key): notes.noteContent(of: note(of: key))
    case .commit(let key, _): add(.applied, to: key)
    case .report(let key):
      if queue[key]?.state == .undecodable { add(.failed(state: "undecodable", nil), to: key) }
    case .resume(let key, .discarded): noteRemoval(of: key, "removeAll")
    case .start, .cancel, .wake, .resume, .replaced, .acquireLease, .releaseLease, .publish: break
    }
  }

  private func note(_ record: OutboxRecord, _ write: OutboxWrite?) {
    switch record {
    case .enqueued(let draft):
      add(.enqueued, to: draft)
      notes.noteWrite(write, of: draft.key)
    case .merged(let key, _, let later):
      notes.noteContent(of: merge(later, into: key))
      notes.noteWrite(write, of: key)
    case .cancelled(let key, let later):
      if let later { merge(later, into: key) }
      noteRemoval(of: key, "cancel")
      notes.noteWrite(write, of: key)
    case .discarded(let key):
      noteRemoval(of: key, "discard")
      notes.noteWrite(write, of: key)
    case .replaced(let key, let draft):
      let cause = endings[key] == nil ? nil : notes.known(key)?.own
      noteRemoval(of: key, "replace", by: cause)
      add(.enqueued, to: draft, by: cause)
      notes.noteWrite(write, of: key, new: draft.key)
    case .failed(let key, let state, _): note(state, of: key)
    case .retried(let key):
      notes.noteRetry(of: key.map { [$0] } ?? queue.views().map(\.key))
    case .kept, .started, .done, .released, .removedAll: break
    }
  }

  private func note(_ state: OutboxFailedState, of key: UUID) {
    let error: (any Error)? =
      if case .failure(let error)? = endings[key]?.result { error } else { nil }
    switch state {
    case .waiting(let date): add(.waits(until: date, error), to: key)
    case .rejected: add(.failed(state: "rejected", error), to: key)
    case .heldLane, .heldAll: add(.failed(state: "held", error), to: key)
    case .unknown: add(.failed(state: "unknown", error), to: key)
    case .expired: add(.failed(state: "expired", nil), to: key)
    // Its report follows.
    case .undecodable: break
    }
  }

  @discardableResult
  private func merge(_ later: OutboxDraft, into key: UUID) -> (any OutboxNote)? {
    let change = change(later)
    let note = notes.note(later.key, name: later.name, lane: later.lane, isKept: false) { change }
    if let note { notes.add(.merged(into: key), to: note, change) }
    return note
  }

  private func noteRemoval(of key: UUID, _ way: String, by cause: (any LoadCause)? = nil) {
    guard notes.noteRemoval(of: key), let cause = cause ?? notes.cause else { return }
    add(.removed(way: way, by: cause), to: key)
  }

  /// Notes that an attempt begins.
  func noteStart(of key: UUID, _ attempt: Int) {
    guard isNoted else { return }
    let isOfEarlierProcess = content.wasSentEarlier(key)
    let reason = notes.reason(of: key, attempt: attempt, isOfEarlierProcess: isOfEarlierProcess)
    add(.started(attempt: attempt, reason: reason), to: key)
  }

  /// Notes that an attempt was cancelled.
  func noteCancellation(of key: UUID) { if isNoted { add(.cancelled, to: key) } }

  /// Notes the end of a write.
  func noteEnd(of write: OutboxWrite, isStored: Bool) {
    guard let key = notes.endWrite(write, isStored: isStored), let note = notes.known(key) else {
      return
    }
    notes.add(.unstored, to: note, queue[key].flatMap { self.change($0.name, $0.payload) })
  }

  // MARK: Records

  /// Returns the record of what has enqueued the change that another record adds, if it is known.
  func originRecords(of record: OutboxRecord) -> [[UInt8]] {
    guard let draft = record.draft, let origin = notes.origin(of: draft.key) else { return [] }
    return [OutboxEntry.origin(draft.key, origin).bytes(payloads)]
  }

  // MARK: Notes

  private func note(of key: UUID) -> (any OutboxNote)? {
    if let note = notes.known(key) { return note }
    guard let view = queue[key] else { return nil }
    return notes.note(key, name: view.name, lane: view.lane) { change(view.name, view.payload) }
  }

  private func add(_ stage: OutboxStage, to key: UUID) {
    guard let note = note(of: key) else { return }
    let change = endings[key]?.change ?? queue[key].flatMap { self.change($0.name, $0.payload) }
    notes.add(stage, to: note, change)
  }

  private func add(_ stage: OutboxStage, to draft: OutboxDraft, by cause: (any LoadCause)? = nil) {
    let change = change(draft)
    guard
      let note = notes.note(draft.key, name: draft.name, lane: draft.lane, by: cause, { change })
    else { return }
    notes.add(stage, to: note, change)
  }

  private func change(_ draft: OutboxDraft) -> (any OutboxChange)? {
    change(draft.name, draft.payload)
  }

  private func change(_ name: String, _ payload: Int) -> (any OutboxChange)? {
    try? kinds.change(name, payloads[payload], sent: nil).change
  }
}
