import Foundation
import StateQueries
import StateRequests
import StateTesting

@testable import StatePersistence
@testable import StateQueriesPersistence

/// Records in memory that a test looks into, copies, and lets fail.
final class TestDisk: RecordStorage, Sendable {
  struct Failure: Error {}

  let memory = PersistenceMemory()
  private let failing = LockIsolated(false)
  private let logFailing = LockIsolated(false)
  private let writes = LockIsolated(0)

  /// Whether each write fails, as on a full disk.
  var isFailing: Bool {
    get { failing.withValue { $0 } }
    set { failing.withValue { $0 = newValue } }
  }
  /// Whether the log of tags can't be written.
  var failsLog: Bool {
    get { logFailing.withValue { $0 } }
    set { logFailing.withValue { $0 = newValue } }
  }
  /// The number of writes and removals.
  var writeCount: Int { writes.withValue { $0 } }

  var folder: PersistenceFolder {
    PersistenceFolder {
      PersistenceLocation(self, key: $0)
    } keys: {
      self.memory.keys
    }
  }

  /// The keys of the records of queries.
  var keys: [String] { memory.keys.filter { $0 != RecordFiles.logKey } }

  /// Returns a disk with the same records, as a new process finds it.
  func copy() -> TestDisk {
    let copy = TestDisk()
    for key in memory.keys { copy.memory[key] = memory[key] }
    return copy
  }

  static func key(_ id: Int) -> String { (try? NoteQuery(id: id).recordKey()) ?? "" }

  /// Returns the record of a note.
  func content(_ id: Int, version: Int = 1) -> StoredContent? {
    guard let contents = try? RecordFolder(folder).read(Self.key(id)) else { return nil }
    return try? NoteQuery(id: id).content(of: contents, version: version)
  }

  func value(_ id: Int) -> String? {
    content(id)?.record.content.value(of: NoteQuery(id: id))
  }

  /// Replaces the record of a note by something else.
  func damage(_ id: Int) { memory[Self.key(id)] = Data("damaged".utf8) }

  var identity: String { "test \(ObjectIdentifier(self))" }
  func place(_ key: String) -> String { key }
  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
    try memory.read(key)
  }
  func stamp(_ key: String) throws -> RecordStamp? { try memory.stamp(key) }

  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result {
    if isFailing { throw Failure() }
    writes.withValue { $0 += 1 }
    return try memory.exclusively { access in
      try body(failsLog ? FailingAccess(access: access) : access)
    }
  }

  /// An access that can't write the log of tags.
  private struct FailingAccess: RecordAccess {
    let access: any RecordAccess

    func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
      try access.read(key)
    }
    func stamp(_ key: String) throws -> RecordStamp? { try access.stamp(key) }
    func write(_ bytes: [UInt8], _ key: String) throws -> RecordStamp {
      if key == RecordFiles.logKey { throw Failure() }
      return try access.write(bytes, key)
    }
    func remove(_ key: String) throws { try access.remove(key) }
    func nextNumber(_ key: String) throws -> Int? { try access.nextNumber(key) }
    func setAside(_ key: String, keepsOriginal: Bool) throws -> String {
      try access.setAside(key, keepsOriginal: keepsOriginal)
    }
  }
}
