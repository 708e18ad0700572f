#if SQLite && Encryption
import Crypto
import Foundation
// GRDB also declares a `SavedStateError`.
import class GRDB.Database
import StateTesting
import Testing

@testable import StatePersistence

@MainActor @Suite(.timeLimit(.minutes(20))) struct EncryptedDatabaseTests {
  private let folder: SavedFolder
  private let database: PersistenceDatabase
  private let key = SymmetricKey(size: .bits256)
  private let clock = TestClock()

  init() throws {
    folder = try SavedFolder()
    database = try PersistenceDatabase(folder.url.appendingPathComponent("states.sqlite"))
  }

  private final class Reports {
    var errors: [SavedStateError] = []
  }

  private let reports = Reports()

  private func attach(
    _ settings: Settings,
    key name: String = "a"
  ) async throws
    -> SavedState<Settings>
  {
    try await SavedStates.attach(
      settings,
      to: .sqlite(database, key: name).encrypted(by: key),
      clock: clock,
      onError: { [reports] in reports.errors.append($0) }
    )
  }

  private func execute(_ sql: String) throws {
    try database.withConnection { try $0.execute(sql: sql) }
  }

  private func save(_ size: Int, key: String = "a") async throws {
    let settings = Settings()
    let saved = try await attach(settings, key: key)
    settings.fontSize = size
    settings.notes = ["password": "correct horse battery staple"]
    #expect(await saved.flush())
    await saved.detach()
  }

  private func refusal(key: String = "a") async throws -> SavedStateError.Code {
    let before = try database.read(key)
    let error = try await #require(throws: SavedStateError.self) {
      try await attach(Settings(), key: key)
    }
    let after = try database.read(key)
    #expect(before?.bytes == after?.bytes)
    #expect(before?.stamp == after?.stamp)
    return error.code
  }

  @Test func aSecretIsInNoneOfTheFiles() async throws {
    for size in 1...3 { try await save(size) }
    for name in try folder.names() {
      let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
      for text in ["correct horse", "password", "fontSize"] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(name)")
      }
    }
    let loaded = Settings()
    _ = try await attach(loaded)
    #expect(loaded.fontSize == 3)
  }

  @Test(arguments: ["records.revision", "old.revision"])
  func anEarlierRowThatIsPutBackIsFound(revision: String) async throws {
    try await save(1)
    try execute("CREATE TABLE old AS SELECT * FROM records")
    try await save(2)
    let settings = Settings()
    let saved = try await attach(settings)
    try execute(
      """
      UPDATE records SET record = old.record, revision = \(revision)
        FROM old WHERE old.key = records.key
      """
    )
    #expect(try await refusal() == .replayed)
    // Existing states don't overwrite it either, if they detect that it is another row.
    settings.fontSize = 3
    if revision == "old.revision" {
      #expect(await !saved.flush())
      #expect(saved.failure?.code == .replayed)
      #expect(try await refusal() == .replayed)
    } else {
      #expect(await saved.flush())
      let loaded = Settings()
      _ = try await attach(loaded)
      #expect(loaded.fontSize == 3)
    }
  }

  @Test func anEarlierRowAfterARemovalIsFound() async throws {
    try await save(1)
    try execute("CREATE TABLE old AS SELECT * FROM records")
    try execute("DELETE FROM records")
    try await save(2)
    try execute("DELETE FROM records")
    try execute("INSERT INTO records SELECT * FROM old")
    #expect(try await refusal() == .replayed)
  }

  @Test func swappedRowsAreFound() async throws {
    try await save(1, key: "a")
    try await save(2, key: "b")
    try execute("UPDATE records SET key = 'c' WHERE key = 'a'")
    try execute("UPDATE records SET key = 'a' WHERE key = 'b'")
    try execute("UPDATE records SET key = 'b' WHERE key = 'c'")
    #expect(try await refusal(key: "a") == .otherPlace)
    #expect(try await refusal(key: "b") == .otherPlace)
  }

  @Test func aDamagedRowIsSetAsideAndTheNumbersGoOn() async throws {
    try await save(1)
    for round in 1...2 {
      try execute(
        "UPDATE records SET record = substr(record, 1, length(record) - 1) WHERE key = 'a'"
      )
      try await save(round)
      #expect(reports.errors.map(\.code) == Array(repeating: .truncated, count: round))
      #expect(reports.errors.last?.setAside == "a.damaged-\(round)")
      let loaded = Settings()
      _ = try await attach(loaded)
      #expect(loaded.fontSize == round)
    }
  }

  /// A state is saved together with the others of its database, encrypted or not.
  @Test func encryptedStatesAreSavedWithOthers() async throws {
    let (one, two) = (Settings(), Settings())
    let saved = try await attach(one)
    _ = try await SavedStates.attach(two, to: .sqlite(database, key: "b"), clock: clock)
    try execute(
      """
      CREATE TRIGGER refusal BEFORE INSERT ON records WHEN NEW.key = 'b'
      BEGIN SELECT RAISE(ABORT, 'not this one'); END
      """
    )
    one.fontSize = 1
    two.fontSize = 2
    #expect(await !saved.flush())
    #expect(try database.read("a") == nil)
    try execute("DROP TRIGGER refusal")
    #expect(await saved.flush())
    #expect(try database.read("b") != nil)
  }
}
#endif
