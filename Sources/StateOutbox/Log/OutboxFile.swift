import Foundation
import StateCore
import StatePersistence

/// An open log, and what it says.
struct OutboxFile: Sendable {
  let log: RecordLog
  private(set) var records: [OutboxRecord] = []
  private(set) var payloads = OutboxPayloads()
  private(set) var aliases = OutboxAliases()
  /// The versions of the types with which changes were sent first.
  private(set) var sentVersions: [UUID: Int] = [:]
  private var unknown: Set<UUID> = []
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
    case .aliases(let aliases): self.aliases.add(aliases)
    case .fact(let record, let version):
      records.append(record)
      note(record, version)
    }
    return true
  }

  private mutating func note(_ record: OutboxRecord, _ version: Int) {
    switch record {
    case .kept(let draft, let progress):
      if version > 0 { sentVersions[draft.key] = version }
      if progress.state == .unknown { unknown.insert(draft.key) }
    case .started(let key, _, _): sentVersions[key] = version
    case .done(let key), .discarded(let key), .replaced(let key, _): sentVersions[key] = nil
    // The app has decided to send what the change is now.
    case .retried(let key):
      for key in key.map({ [$0] }) ?? Array(unknown) where unknown.remove(key) != nil {
        sentVersions[key] = nil
      }
    case .failed(let key, .unknown, _): unknown.insert(key)
    case .removedAll: (sentVersions, aliases, unknown) = ([:], OutboxAliases(), [])
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
