import Foundation
import StateCore
import StateQueries

/// What journals know about the changes of an outbox.
///
/// Without a journal, nothing is noted.
@MainActor
final class OutboxNotes {
  private let queries: QueryCache
  private var notes: [UUID: any OutboxNote] = [:]
  /// What has asked for changes whose commands follow.
  private var causes: [UUID: any LoadCause] = [:]
  /// What has enqueued changes in earlier processes.
  private var origins: [UUID: String]
  /// The changes whose attempts of this process have begun.
  private var started: Set<UUID> = []
  private var retried: Set<UUID> = []
  private var removed: Set<UUID> = []
  private var writes: [OutboxWrite: (key: UUID, new: UUID?)] = [:]
  /// The change whose patch is shown or hidden next.
  private var latest: (any OutboxNote)?

  init(_ queries: QueryCache, origins: [UUID: String]) {
    self.queries = queries
    self.origins = origins
  }

  /// The number of notes and causes that are kept.
  var count: Int {
    notes.count + causes.count + origins.count + started.count + retried.count + removed.count
      + writes.count + (latest == nil ? 0 : 1)
  }

  /// Keeps what is known of unsettled changes.
  func keepOrigins(where isUnsettled: (UUID) -> Bool) {
    if !origins.isEmpty { origins = origins.filter { isUnsettled($0.key) } }
  }

  // MARK: Causes

  /// Notes that the code that runs now asks for a change.
  func noteCause(of key: UUID) {
    if let listener = CoreListening.outboxes { causes[key] = listener.cause }
  }

  /// Forgets the cause of a change that isn't enqueued.
  func forgetCause(of key: UUID) { if !causes.isEmpty { causes[key] = nil } }

  /// The code that runs now.
  var cause: (any LoadCause)? { CoreListening.outboxes?.cause }

  /// The name of what has enqueued a change, for its record.
  func origin(of key: UUID) -> String? { notes[key]?.origin ?? origins[key] }

  // MARK: Changes

  /// Returns the note of a change that has one.
  func known(_ key: UUID) -> (any OutboxNote)? { notes.isEmpty ? nil : notes[key] }

  /// Returns the note of a change; `nil` without a journal.
  ///
  /// Without a cause, that is the code that has asked for the change. Later steps have the same note if it is kept.
  func note(
    _ key: UUID,
    name: String,
    lane: String,
    by cause: (any LoadCause)? = nil,
    isKept: Bool = true,
    _ change: () -> (any OutboxChange)?
  ) -> (any OutboxNote)? {
    guard let listener = CoreListening.outboxes else { return nil }
    if let note = notes[key] { return note }
    let asker = causes.removeValue(forKey: key)
    let note = listener.note(
      OutboxedChange(
        key: key,
        change: change(),
        name: name,
        lane: lane,
        cause: cause ?? asker,
        origin: origins[key]
      )
    )
    if isKept { notes[key] = note }
    return note
  }

  /// Adds a step, for the states that show the content of a change.
  func add(_ stage: OutboxStage, to note: any OutboxNote, _ change: (any OutboxChange)?) {
    note.add(stage, shownBy: change.map { queries.states(showing: $0) } ?? [])
  }

  /// Returns the reason for an attempt that begins.
  func reason(of key: UUID, attempt: Int, isOfEarlierProcess: Bool) -> String {
    let isFirstHere = started.insert(key).inserted
    if retried.remove(key) != nil { return "retryNow" }
    if attempt == 1 { return "first" }
    return isFirstHere && isOfEarlierProcess ? "launch" : "again"
  }

  /// Notes that the app wants changes to be sent again.
  func noteRetry(of keys: [UUID]) { retried.formUnion(keys) }

  /// Returns whether the removal of a change wasn't noted before.
  func noteRemoval(of key: UUID) -> Bool { removed.insert(key).inserted }

  /// Forgets a change that has ended.
  func forget(_ key: UUID) {
    notes[key] = nil
    origins[key] = nil
    started.remove(key)
    retried.remove(key)
    removed.remove(key)
  }

  // MARK: Writes

  /// Notes the write of a change, which gives its place to a new one, if there is one.
  func noteWrite(_ write: OutboxWrite?, of key: UUID, new: UUID? = nil) {
    if let write { writes[write] = (key, new) }
  }

  /// Notes the end of a write.
  ///
  /// - Returns: The change, if the write has failed.
  func endWrite(_ write: OutboxWrite, isStored: Bool) -> UUID? {
    if writes.isEmpty { return nil }
    guard let (key, new) = writes.removeValue(forKey: write), !isStored else { return nil }
    removed.remove(key)
    if let new { forget(new) }
    return key
  }

  // MARK: Content

  func noteContent(of note: (any OutboxNote)?) { latest = note }

  /// Changes content on behalf of the change whose patch was shown or hidden last.
  func write(_ body: () -> Void) {
    guard let note = latest else { return body() }
    latest = nil
    queries.write(by: note, body)
  }

  /// Changes content on behalf of a change.
  func write(of key: UUID, _ body: () -> Void) {
    guard let note = known(key) else { return body() }
    queries.write(by: note, body)
  }
}
