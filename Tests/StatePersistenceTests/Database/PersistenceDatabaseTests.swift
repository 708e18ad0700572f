#if SQLite
import Foundation
// Imported one by one, because GRDB also declares a `SavedStateError`.
import class GRDB.Database
import class GRDB.DatabaseQueue
import class GRDB.Row
import struct GRDB.Configuration
import struct GRDB.DatabaseError
import Observation
import StateCore
import StateFields
import StateTesting
import Testing

@testable import StatePersistence

@MainActor @Suite(.timeLimit(.minutes(20))) struct PersistenceDatabaseTests {
  private let folder: SavedFolder
  private let file: URL
  private let clock = TestClock()

  init() throws {
    folder = try SavedFolder()
    file = folder.url.appendingPathComponent("states.sqlite")
  }

  private final class Reports {
    var errors: [SavedStateError] = []
  }

  private let reports = Reports()

  private func attach(
    _ settings: Settings,
    _ database: PersistenceDatabase,
    key: String = "settings"
  ) async throws -> SavedState<Settings> {
    try await SavedStates.attach(
      settings,
      to: .sqlite(database, key: key),
      clock: clock,
      onError: { [reports] in reports.errors.append($0) }
    )
  }

  /// Returns a separate connection.
  private func connection() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: file.path, configuration: configuration)
  }

  private func execute(_ sql: String) throws {
    try connection().inDatabase { try $0.execute(sql: sql) }
  }

  private func fetch<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try connection().inDatabase(body)
  }

  private func text(_ key: String, _ database: PersistenceDatabase) throws -> String? {
    try database.read(key).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  // MARK: Rows

  @Test func eachStateIsARow() async throws {
    let database = try PersistenceDatabase(file)
    let (one, two) = (Settings(), Settings())
    let saved = try await attach(one, database, key: "one")
    let other = try await attach(two, database, key: "two")
    one.fontSize = 14
    #expect(await saved.flush())
    two.theme = .dark
    #expect(await other.flush())
    one.fontSize = 15
    #expect(await saved.flush())
    let rows = try fetch { try Row.fetchAll($0, sql: "SELECT * FROM records") }
    #expect(rows.map { $0["key"] as String } == ["one", "two"])
    #expect(rows.map { $0["revision"] as Int } == [2, 1])
    #expect(
      rows.map { String(decoding: $0["record"] as Data, as: UTF8.self) } == [
        #"""
        {"state":"Settings","version":2,"revision":2,"fields":{
        "fontSize":15,
        "notes":{},
        "theme":"light"
        }}

        """#,
        #"""
        {"state":"Settings","version":2,"revision":1,"fields":{
        "fontSize":12,
        "notes":{},
        "theme":"dark"
        }}

        """#,
      ]
    )
    let again = Settings()
    _ = try await attach(again, PersistenceDatabase(file), key: "one")
    #expect(again.fontSize == 15)
    #expect(reports.errors.isEmpty)
  }

  @Test func whatIsReportedAsSavedIsOnTheDisk() throws {
    let database = try PersistenceDatabase(file)
    let (journal, synchronous, timeout) = try database.withConnection { database in
      (
        try String.fetchOne(database, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(database, sql: "PRAGMA synchronous"),
        try Int.fetchOne(database, sql: "PRAGMA busy_timeout")
      )
    }
    #expect(journal == "wal")
    // The value of `FULL`.
    #expect(synchronous == 2)
    #expect(timeout == 1000)
    let values = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(values[.posixPermissions] as? Int == 0o600)
  }

  @Test func aFolderIsMade() throws {
    let file = folder.url.appendingPathComponent("a/b/states.sqlite")
    _ = try PersistenceDatabase(file)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func stampsAreUnique() throws {
    let database = try PersistenceDatabase(file)
    var stamps: Set<RecordStamp> = []
    for _ in 1...3 {
      stamps.insert(try database.exclusively { try $0.write([1], "a") })
      try execute("DELETE FROM records")
      stamps.insert(try database.exclusively { try $0.write([1], "a") })
      #expect(stamps.contains(try #require(try database.stamp("a"))))
      #expect(try database.read("a")?.stamp == database.stamp("a"))
      _ = try database.exclusively { try $0.setAside("a", keepsOriginal: false) }
      #expect(try database.stamp("a") == nil)
    }
    #expect(stamps.count == 6)
    // Another database at the same path.
    try FileManager.default.removeItem(at: file)
    for _ in 1...6 { stamps.insert(try database.exclusively { try $0.write([1], "a") }) }
    #expect(stamps.count == 12)
  }

  @Test func aDamagedRecordIsSetAsideAsARow() async throws {
    let database = try PersistenceDatabase(file)
    for round in 1...2 {
      _ = try database.exclusively { try $0.write(Array("damage \(round)".utf8), "settings") }
      let settings = Settings()
      let saved = try await attach(settings, database)
      #expect(reports.errors.map(\.code) == Array(repeating: .damaged, count: round))
      #expect(reports.errors.last?.setAside == "settings.damaged-\(round)")
      #expect(reports.errors.last?.place == "\(file.path): settings")
      #expect(try text("settings.damaged-\(round)", database) == "damage \(round)")
      #expect(try database.read("settings") == nil)
      settings.fontSize = 14
      #expect(await saved.flush())
      #expect(try text("settings", database)?.contains(#""fontSize":14"#) == true)
    }
  }

  @Test func valuesOfOtherTypesDoNotTrap() throws {
    let database = try PersistenceDatabase(file)
    let values = ["'text'", "1.5", "-3", "x'ff'", "9223372036854775807"]
    for value in values {
      try execute(
        """
        INSERT OR REPLACE INTO records (key, revision, record) VALUES ('a', \(value), \(value));
        INSERT OR REPLACE INTO revisions (key, revision) VALUES ('a', \(value));
        """
      )
      #expect(try database.read("a") != nil)
      if value == values.last {
        #expect(throws: SavedStateError.self) {
          try database.exclusively { try $0.write([1], "a") }
        }
      } else {
        _ = try database.exclusively { try $0.write([1], "a") }
        #expect(try database.read("a")?.bytes == [1])
      }
    }
  }

  // MARK: Transactions

  @Test func whatChangesInOneTurnIsOneTransaction() async throws {
    let database = try PersistenceDatabase(file)
    let (one, two) = (Settings(), Settings())
    let saved = try await attach(one, database, key: "one")
    _ = try await attach(two, database, key: "two")
    try execute(
      """
      CREATE TRIGGER refusal BEFORE INSERT ON records WHEN NEW.key = 'two'
      BEGIN SELECT RAISE(ABORT, 'not this one'); END
      """
    )
    one.fontSize = 1
    two.fontSize = 2
    #expect(await !saved.flush())
    #expect(try database.read("one") == nil)
    #expect(try database.read("two") == nil)
    #expect(reports.errors.map(\.code) == [.unwritable, .unwritable])
    #expect(reports.errors.first?.reason == "not this one (SQLite error 1811)")
    try execute("DROP TRIGGER refusal")
    #expect(await saved.flush())
    #expect(try text("one", database)?.contains(#""fontSize":1,"#) == true)
    #expect(try text("two", database)?.contains(#""fontSize":2,"#) == true)
    // Both are in one transaction, so the log has one commit.
    let revisions = try fetch { try Int.fetchAll($0, sql: "SELECT revision FROM revisions") }
    #expect(revisions == [1, 1])
  }

  /// Two threads with separate connections save fields of one record.
  @Test func twoConnectionsLoseNoWriteAndFindEachConflictOnce() async throws {
    _ = try PersistenceDatabase(file)
    try execute(
      """
      CREATE TABLE history (id INTEGER PRIMARY KEY, record BLOB);
      CREATE TRIGGER insertion AFTER INSERT ON records
        BEGIN INSERT INTO history (record) VALUES (NEW.record); END;
      CREATE TRIGGER change AFTER UPDATE ON records
        BEGIN INSERT INTO history (record) VALUES (NEW.record); END;
      """
    )
    let schema = RecordSchema(
      Hammered.persistence,
      Declarations(of: Hammered.self),
      at: .memory(PersistenceMemory(), key: "state")
    )
    let count = 150
    // Both know the saved data before one of them saves.
    var savers: [RecordSaver] = []
    for _ in 1...2 {
      let saver = RecordSaver(try PersistenceDatabase(file))
      _ = try await saver.load(1, "state", schema)
      savers.append(saver)
    }
    @Sendable func hammer(
      _ name: String,
      _ saver: RecordSaver
    ) async throws -> [PersistenceConflict] {
      var conflicts: [PersistenceConflict] = []
      for number in 1...count {
        let values: [CapturedRecord.Value] = [
          .init(name: name, content: .value(number), isRedacted: false),
          .init(name: "shared", content: .value("\(name)\(number)"), isRedacted: false),
        ]
        let change = RecordSaver.Change(
          member: 1,
          key: "state",
          schema: schema,
          values: values,
          defaults: [],
          bases: [:],
          loaded: [],
          misfits: []
        )
        while true {
          do throws(SavedStateError) {
            conflicts += try await saver.save([change]).answers.flatMap(\.conflicts)
            break
          } catch {
            // The other connection may always be faster.
            if error.code != .locked { throw error }
          }
        }
      }
      return conflicts
    }
    async let first = hammer("a", savers[0])
    async let second = hammer("b", savers[1])
    let conflicts = ["a": try await first, "b": try await second]

    let history = try fetch { database in
      try Data.fetchAll(database, sql: "SELECT record FROM history ORDER BY id")
    }
    #expect(history.count == 2 * count)
    let records = try history.map { try Record(Array($0)) }
    #expect(records.map(\.revision) == Array(1...2 * count))
    #expect(records.last?.fields["a"]?.value == .int(Int64(count)))
    #expect(records.last?.fields["b"]?.value == .int(Int64(count)))
    let shared = try records.map { try #require($0.fields["shared"]).decode(String.self) }
    for name in ["a", "b"] {
      // Each value of the other connection that was overwritten.
      let expected = zip(shared, shared.dropFirst())
        .filter { $1.hasPrefix(name) && !$0.hasPrefix(name) }.map { JSONValue.string($0.0) }
      #expect(conflicts[name]?.map(\.there) == expected)
    }
  }

  // MARK: Faults

  enum Fault: CaseIterable {
    case noSpace, locked
  }

  @Test(arguments: Fault.allCases)
  func aFaultLosesNothing(fault: Fault) async throws {
    let database = try PersistenceDatabase(file)
    let settings = Settings()
    let saved = try await attach(settings, database)
    settings.fontSize = 14
    #expect(await saved.flush())
    let before = try text("settings", database)

    let other = try connection()
    switch fault {
    case .noSpace:
      try database.withConnection { database in
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = 1")
      }
    case .locked: try other.inDatabase { try $0.beginTransaction(.immediate) }
    }
    settings.fontSize = 15
    settings.notes = ["a": String(repeating: "x", count: 100_000)]
    #expect(await !saved.flush())
    #expect(await !saved.flush())
    let error = try #require(reports.errors.first)
    #expect(reports.errors.count == 1)
    #expect(error.code == (fault == .locked ? .locked : .unwritable))
    #expect(error.place == "\(file.path): settings")
    if fault == .noSpace {
      #expect(error.reason == "database or disk is full (SQLite error 13)")
    }
    #expect(saved.failure == error)
    // The file stays readable in the meantime.
    #expect(try text("settings", PersistenceDatabase(file)) == before)

    switch fault {
    case .noSpace:
      try database.withConnection { database in
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = 1000000")
      }
    case .locked: try other.inDatabase { try $0.rollback() }
    }
    #expect(await saved.flush())
    #expect(saved.failure == nil)
    let loaded = Settings()
    _ = try await attach(loaded, PersistenceDatabase(file))
    #expect(loaded.notes == settings.notes)
    #expect(loaded.fontSize == 15)
  }

  @Test func aFileThatIsRemovedIsMadeAgain() async throws {
    let database = try PersistenceDatabase(file)
    let settings = Settings()
    let saved = try await attach(settings, database)
    settings.fontSize = 14
    #expect(await saved.flush())
    for name in try folder.names() {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    }
    settings.theme = .dark
    #expect(await saved.flush())
    let loaded = Settings()
    _ = try await attach(loaded, PersistenceDatabase(file))
    #expect(loaded.fontSize == 14)
    #expect(loaded.theme == .dark)
    #expect(reports.errors.isEmpty)
  }

  // MARK: Unusable databases

  @Test func aNewerVersionIsRefusedAndLeftAlone() throws {
    do {
      let database = try PersistenceDatabase(file)
      _ = try database.exclusively { try $0.write([1], "a") }
    }
    try execute("PRAGMA user_version = 2")
    let before = try Data(contentsOf: file)
    let error = try #require(throws: SavedStateError.self) { try PersistenceDatabase(file) }
    #expect(error.code == .newerVersion)
    #expect(
      error.description
        == "\(file.path): the database has version 2, but this app supports version 1"
    )
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func aDatabaseOfSomethingElseIsRefusedAndLeftAlone() throws {
    try execute("CREATE TABLE records (id)")
    let before = try Data(contentsOf: file)
    let error = try #require(throws: SavedStateError.self) { try PersistenceDatabase(file) }
    #expect(error.code == .otherState)
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func whatCannotBeOpenedIsAnError() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let error = try #require(throws: SavedStateError.self) { try PersistenceDatabase(file) }
    #expect(error.code == .unreadable)
    #expect(error.place == file.path)
  }

  // MARK: Damage

  @Test func aDamagedFileIsMovedAsideAndEachStateReportsIt() async throws {
    for round in 1...2 {
      try Data(repeating: UInt8(ascii: "x"), count: 5000).write(to: file)
      // The log of the previous database, which SQLite removes. It isn't used as the log of the new database.
      try Data("log \(round)".utf8).write(to: URL(fileURLWithPath: file.path + "-wal"))
      let database = try PersistenceDatabase(file)
      #expect(reports.errors.isEmpty)
      let settings = Settings()
      let saved = try await attach(settings, database)
      _ = try await attach(Settings(), database, key: "other")
      // The damage is reported once for each state.
      _ = try await attach(Settings(), database)
      #expect(reports.errors.map(\.code) == [.damaged, .damaged])
      let error = try #require(reports.errors.first)
      #expect(
        error.description == """
          \(file.path): the database is damaged: file is not a database (SQLite error 26) \
          (set aside as states.sqlite.damaged-\(round))
          """
      )
      #expect(try folder.names().contains("states.sqlite.damaged-\(round)"))
      settings.fontSize = 14
      #expect(await saved.flush())
      #expect(try text("settings", database)?.contains(#""fontSize":14"#) == true)
      reports.errors = []
    }
  }

  /// Creates a database of several pages, and removes its end.
  private func makeTruncatedFile() throws {
    do {
      let database = try PersistenceDatabase(file)
      try database.exclusively { access in
        for number in 1...50 {
          _ = try access.write(Array(repeating: 1, count: 1000), "key \(number)")
        }
      }
    }
    let whole = try Data(contentsOf: file)
    try #require(whole.count > 10 * 4096)
    try whole.prefix(3 * 4096).write(to: file)
  }

  @Test func damageThatIsFoundLaterIsMovedAsideToo() async throws {
    try makeTruncatedFile()
    let (database, second) = (try PersistenceDatabase(file), try PersistenceDatabase(file))
    let (one, two) = (Settings(), Settings())
    let saved = try await attach(one, database, key: "key 50")
    let other = try await attach(two, second, key: "key 1")
    #expect(reports.errors.count == 1)
    #expect(reports.errors.first?.code == .damaged)
    #expect(reports.errors.first?.setAside == "states.sqlite.damaged-1")
    one.fontSize = 1
    two.fontSize = 2
    #expect(await saved.flush())
    #expect(await other.flush())
    let third = try PersistenceDatabase(file)
    #expect(try text("key 50", third)?.contains(#""fontSize":1,"#) == true)
    #expect(try text("key 1", third)?.contains(#""fontSize":2,"#) == true)
    #expect(try !folder.names().contains("states.sqlite.damaged-2"))
  }

  @Test func theFilesNextToADatabaseAreMovedWithIt() throws {
    let place = DatabaseFile(file.path)
    let (connection, _) = try place.open(insteadOf: nil, nil)
    let damage = DatabaseError(resultCode: .SQLITE_CORRUPT)
    #expect(try place.open(insteadOf: connection, damage).damage != nil)
    // Simulates another process that has also found the damage.
    #expect(try place.open(insteadOf: connection, damage).damage == nil)
    let names = try folder.names()
    for end in ["", "-wal", "-shm"] { #expect(names.contains("states.sqlite.damaged-1\(end)")) }
    #expect(!names.contains("states.sqlite.damaged-2"))
  }

  @Test func statesThatWereThereSaveAllAgain() async throws {
    let database = try PersistenceDatabase(file)
    let settings = Settings()
    let saved = try await attach(settings, database)
    settings.fontSize = 14
    #expect(await saved.flush())
    // Simulates another process that has found damage.
    for end in ["", "-wal", "-shm"] {
      try FileManager.default.moveItem(
        atPath: file.path + end,
        toPath: file.path + ".damaged-1" + end
      )
    }
    settings.theme = .dark
    #expect(await saved.flush())
    let loaded = Settings()
    _ = try await attach(loaded, PersistenceDatabase(file))
    #expect(loaded.theme == .dark)
    #expect(loaded.fontSize == 14)
  }

  @Test func changedBytesOfAFileDoNotTrap() async throws {
    do {
      let database = try PersistenceDatabase(file)
      try database.exclusively { access in
        for number in 1...8 { _ = try access.write(Array("record \(number)".utf8), "\(number)") }
      }
    }
    let whole = try Data(contentsOf: file)
    var generator = SeededGenerator(seed: 1)
    var refused = 0
    for round in 1...60 {
      let url = folder.url.appendingPathComponent("changed-\(round)")
      var bytes = whole
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        // Most of a page is empty.
        let page = Int.random(in: 0..<bytes.count / 4096, using: &generator) * 4096
        let offset = Int.random(in: 0..<200, using: &generator)
        bytes[Bool.random(using: &generator) ? page + offset : page + 4095 - offset] =
          UInt8.random(in: 0...255, using: &generator)
      }
      try bytes.write(to: url)
      do {
        let database = try PersistenceDatabase(url)
        for number in 1...8 {
          _ = try database.read("\(number)")
          _ = try? database.exclusively { try $0.write([1], "\(number)") }
        }
      } catch { refused += 1 }
    }
    #expect(refused < 60)
  }

  // MARK: Read-only connections

  /// Simulates a connection that was opened while the file wasn't writable.
  @Test func aConnectionThatCannotWriteIsOpenedAgain() async throws {
    let database = try PersistenceDatabase(file)
    let settings = Settings()
    let saved = try await attach(settings, database)
    settings.fontSize = 14
    #expect(await saved.flush())
    try database.withConnection { try $0.execute(sql: "PRAGMA query_only = 1") }
    settings.fontSize = 15
    #expect(await saved.flush())
    #expect(reports.errors.isEmpty)
    #expect(try text("settings", database)?.contains(#""fontSize":15"#) == true)
  }
}

@Observable @MainActor
private final class Hammered: PersistentState {
  var shared = ""

  static let persistence = Persistence<Hammered>(version: 1) { Persisted("shared", \.shared) }
}
#endif
