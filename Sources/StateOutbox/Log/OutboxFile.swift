import Foundation
import StateCore
import StatePersistence

/// An open log, and what it says.
struct OutboxFile: Sendable {
  let log: RecordLog
  private(set) var records: [OutboxRecord] = []
  private(set) var payloads = OutboxPayloads()
  private(set) var aliases = OutboxAliases()
  /// What determines the requests of the changes that were sent.
  private(set) var sent: [UUID: OutboxSent] = [:]
  private var unknown: Set<UUID> = []
  /// The names of what has enqueued the unsettled changes, as far as they were recorded.
  private(set) var origins: [UUID: String] = [:]
  private(set) var damage: [SavedStateError] = []

  /// Opens a log, off the main actor.
  @concurrent static func open(
    _ folder: PersistenceFolder,
    _ name: String,
    owner: String
  ) async throws(SavedStateError) -> OutboxFile {
    let opened = try RecordLog.open(in: folder, name, owner: owner)
    var file = OutboxFile(log: opened.log)
    if let damage = opened.damage { file.damage.append(damage) }
    var unreadCount = 0
    for record in opened.records where !file.read(record) { unreadCount += 1 }
    if unreadCount > 0 {
      file.damage.append(SavedStateError(.damaged, "\(unreadCount) records can't be read"))
    }
    return file
  }

  private init(log: RecordLog) {
    self.log = log
  }

  private mutating func read(_ bytes: [UInt8]) -> Bool {
    guard let entry = try? OutboxEntry(bytes, &payloads) else { return false }
    switch entry {
    case .aliases(let aliases): for alias in aliases { self.aliases.add(alias) }
    case .origin(let key, let name): origins[key] = name
    case .fact(let record, let sent):
      records.append(record)
      note(record, sent)
    }
    return true
  }

  private mutating func note(_ record: OutboxRecord, _ sent: OutboxSent) {
    switch record {
    case .kept(let draft, let progress):
      if sent.version > 0 { self.sent[draft.key] = sent }
      if progress.state == .unknown { unknown.insert(draft.key) }
    case .started(let key, _, _): self.sent[key] = sent
    case .done(let key), .discarded(let key), .replaced(let key, _):
      self.sent[key] = nil
      origins[key] = nil
    // The app has decided to send what the change is now.
    case .retried(let key):
      for key in key.map({ [$0] }) ?? Array(unknown) where unknown.remove(key) != nil {
        self.sent[key] = nil
      }
    case .failed(let key, .unknown, _): unknown.insert(key)
    case .removedAll:
      (self.sent, aliases, unknown) = ([:], OutboxAliases(), [])
      origins = [:]
    case .enqueued, .failed, .merged, .cancelled, .released: break
    }
  }
}

/// The parts with which an outbox is created.
struct OutboxSetup: Sendable {
  let kinds: OutboxKinds
  let options: OutboxOptions
  let environment: StoreEnvironment
  let clock: any Clock<Duration>
}
