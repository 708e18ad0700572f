#if SQLite
import Foundation
import GRDB

/// An open database, and the file that it was opened from.
struct DatabaseConnection: Sendable {
  /// The version of the tables.
  static let version = 1
  /// An identifier in the first 100 bytes of this package's databases.
  static let application = 0x5353_4b50

  let queue: DatabaseQueue
  /// The number of the file.
  let file: String
  /// The name that the database received when it was created.
  let name: String

  /// - Throws: A `DatabaseError`, or a `SavedStateError` for a database that must not be changed.
  init(_ path: String, file: String) throws {
    var configuration = Configuration()
    configuration.label = "StatePersistence"
    configuration.busyMode = .timeout(1)
    configuration.prepareDatabase { database in
      // With a write-ahead log, a lower setting could lose the last saves in a system crash.
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    self.file = file
    queue = try DatabaseQueue(path: path, configuration: configuration)
    name = try queue.writeWithoutTransaction { try Self.prepare($0) }
  }

  func access(_ database: Database) -> DatabaseAccess {
    DatabaseAccess(database: database, name: name)
  }

  /// Creates the tables of a new database, and checks those of an existing one.
  ///
  /// - Returns: The name of the database.
  private static func prepare(_ database: Database) throws -> String {
    func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
    let version = try number("PRAGMA user_version")
    if version == 0, try number("SELECT COUNT(*) FROM sqlite_master") == 0 {
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      try database.inTransaction(.immediate) {
        try database.execute(
          sql: """
            PRAGMA application_id = \(application);
            PRAGMA user_version = \(Self.version);
            -- The name tells this database from others that had its place.
            CREATE TABLE identity (name TEXT NOT NULL);
            INSERT INTO identity VALUES (lower(hex(randomblob(8))));
            CREATE TABLE records (
              key TEXT PRIMARY KEY NOT NULL,
              revision INTEGER NOT NULL,
              record BLOB NOT NULL
            );
            -- The last revision of each key, which stays when its record goes or an older one is put back.
            CREATE TABLE revisions (key TEXT PRIMARY KEY NOT NULL, revision INTEGER NOT NULL);
            """
        )
        return .commit
      }
    } else if try number("PRAGMA application_id") != application {
      throw SavedStateError(.otherState, "the database belongs to another app")
    } else if version > Self.version {
      throw SavedStateError(
        .newerVersion,
        "the database has version \(version), but this app supports version \(Self.version)"
      )
    }
    return try String.fetchOne(database, sql: "SELECT name FROM identity") ?? ""
  }
}

/// The rows of a database inside a transaction.
struct DatabaseAccess: RecordAccess {
  let database: Database
  /// The name of the database.
  let name: String

  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
    guard let stamp = try stamp(key) else { return nil }
    // The cast accepts any type that others may have stored.
    let sql = "SELECT IFNULL(CAST(record AS BLOB), x'') FROM records WHERE key = ?"
    let record = try Data.fetchOne(database, sql: sql, arguments: [key])
    return (record.map { Array($0) } ?? [], stamp)
  }

  func stamp(_ key: String) throws -> RecordStamp? {
    guard let revision = try revision(key, of: "records") else { return nil }
    return stamp(revision, try self.revision(key, of: "revisions"))
  }

  private func stamp(_ revision: Int, _ last: Int?) -> RecordStamp {
    RecordStamp(text: "\(name) \(revision)", number: last)
  }

  func nextNumber(_ key: String) throws -> Int? { try nextRevision(key) }

  private func revision(_ key: String, of table: String) throws -> Int? {
    let sql = "SELECT IFNULL(CAST(revision AS INTEGER), 0) FROM \(table) WHERE key = ?"
    return try Int.fetchOne(database, sql: sql, arguments: [key])
  }

  /// Returns the revision of the next record under a key.
  private func nextRevision(_ key: String) throws -> Int {
    let last = max(
      0,
      try revision(key, of: "revisions") ?? 0,
      try revision(key, of: "records") ?? 0
    )
    if last == .max { throw SavedStateError(.unwritable, "the row has no revision numbers left") }
    return last + 1
  }

  func write(_ bytes: [UInt8], _ key: String) throws -> RecordStamp {
    let revision = try nextRevision(key)
    try database.execute(
      sql: """
        INSERT INTO revisions (key, revision) VALUES (?, ?)
          ON CONFLICT (key) DO UPDATE SET revision = excluded.revision
        """,
      arguments: [key, revision]
    )
    try database.execute(
      sql: """
        INSERT INTO records (key, revision, record) VALUES (?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET revision = excluded.revision, record = excluded.record
        """,
      arguments: [key, revision, Data(bytes)]
    )
    return stamp(revision, revision)
  }

  func remove(_ key: String) throws {
    try database.execute(sql: "DELETE FROM records WHERE key = ?", arguments: [key])
  }

  func keys() throws -> [String] {
    try String.fetchAll(database, sql: "SELECT key FROM records ORDER BY key")
  }

  func setAside(_ key: String, keepsOriginal: Bool) throws -> String {
    let name = try DamagedName.first(for: key) { try revision($0, of: "records") != nil }
    if let (bytes, _) = try read(key) { _ = try write(bytes, name) }
    if !keepsOriginal { try remove(key) }
    return name
  }
}
#endif
