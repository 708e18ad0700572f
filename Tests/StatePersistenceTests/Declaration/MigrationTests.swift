import Foundation
import Observation
import StateJSON
import Testing

@testable import StatePersistence

@MainActor @Suite struct MigrationTests {
  private func fields(_ text: String) throws -> PersistedFields {
    let record = try Record(Array(#"{"version":1,"fields":\#(text)}"#.utf8))
    return PersistedFields(record.fields)
  }

  private func text(_ fields: PersistedFields) -> String {
    JSONValue.object(fields.saved.mapValues(\.value)).description
  }

  @Test func aFieldIsRenamed() throws {
    var fields = try fields(#"{"a":1,"b":2}"#)
    fields.rename("a", to: "c")
    fields.rename("missing", to: "b")
    #expect(text(fields) == #"{"b":2,"c":1}"#)
    fields.rename("b", to: "c")
    #expect(text(fields) == #"{"c":2}"#)
    #expect(fields.names == ["c"])
  }

  @Test func aFieldIsSplit() throws {
    var fields = try fields(#"{"name":"Ada Lovelace"}"#)
    let parts = try #require(try fields.value("name", as: String.self)).split(separator: " ")
    try fields.set("first", to: String(parts[0]))
    fields["last"] = .string(String(parts[1]))
    fields.remove("name")
    #expect(text(fields) == #"{"first":"Ada","last":"Lovelace"}"#)
  }

  @Test func theTypeOfAFieldChanges() throws {
    var fields = try fields(#"{"size":"14"}"#)
    try fields.change("size", from: String.self) { Int($0) ?? 12 }
    try fields.change("missing", from: String.self) { $0 }
    #expect(text(fields) == #"{"size":14}"#)
    #expect(throws: DecodingError.self) { try fields.change("size", from: [Int].self) { $0 } }
  }

  @Test func objectsAreChanged() throws {
    var fields = try fields(#"{"one":{"a":1},"all":[{"a":2},3,{"b":4}]}"#)
    for name in ["one", "all", "missing"] {
      try fields.changeObject(name) { $0.rename("a", to: "z") }
    }
    #expect(text(fields) == #"{"all":[{"z":2},3,{"b":4}],"one":{"z":1}}"#)
  }

  // MARK: Chains

  private func chain(to version: Int, _ migrations: [Int]) -> MigrationChain {
    MigrationChain(
      to: version,
      migrations.map { start in
        Migration(from: start) { fields in
          var path = fields["path"]?.string ?? ""
          path += "\(start)"
          fields["path"] = .string(path)
        }
      }
    )
  }

  @Test func eachVersionHasItsWay() throws {
    let chain = chain(to: 4, [2, 1, 3])
    #expect(chain.problems.isEmpty)
    for (start, path) in [(1, "123"), (2, "23"), (3, "3"), (4, nil)] {
      let migrated = try chain.migrate([:], from: start, of: "State")
      #expect(migrated["path"]?.value.string == path)
    }
  }

  @Test func aVersionWithoutAWayIsRefused() throws {
    let chain = chain(to: 4, [2, 3])
    #expect(chain.problems.isEmpty)
    let error = try #require(throws: SavedStateError.self) {
      try chain.migrate([:], from: 1, of: "State")
    }
    #expect(error.code == .migrationFailed)
    #expect(error.reason == "the migration of State from version 1 is missing")
  }

  @Test func aMigrationThatThrowsIsNamed() throws {
    struct Failure: Error {}
    let chain = MigrationChain(to: 2, [Migration(from: 1) { _ in throw Failure() }])
    let error = try #require(throws: SavedStateError.self) {
      try chain.migrate([:], from: 1, of: "State")
    }
    #expect(error.code == .migrationFailed)
    #expect(error.reason == "the migration of State from version 1 failed: Failure()")
  }

  @Test func mistakesAreFound() {
    #expect(chain(to: 0, []).problems == ["0 isn't a version: versions start at 1"])
    #expect(chain(to: 3, [2, 2]).problems == ["two migrations start from version 2"])
    #expect(chain(to: 4, [1, 3]).problems == ["the migration from version 2 is missing"])
    #expect(
      chain(to: 2, [1, 2]).problems == ["a migration from version 2 doesn't lead to version 2"]
    )
    #expect(chain(to: 3, [1]).problems == ["the migration from version 2 is missing"])
  }

  // MARK: Earlier versions

  /// Files written by earlier versions.
  @Test(arguments: [
    #"{"state":"Settings","version":1,"revision":1,"fields":{"size":14,"theme":"dark"}}"#,
    #"{"state":"Settings","version":2,"revision":1,"fields":{"fontSize":14,"theme":"dark"}}"#,
  ])
  func filesOfAllVersionsAreLoaded(text: String) async throws {
    let memory = PersistenceMemory()
    memory.save(text)
    let settings = Settings()
    let saved = try await SavedStates.attach(settings, to: .memory(memory))
    #expect(settings.fontSize == 14)
    #expect(settings.theme == .dark)
    settings.theme = .light
    #expect(await saved.flush())
    #expect(memory.text?.contains(#""version":2"#) == true)
    #expect(memory.fields == ["fontSize": 14, "notes": [:], "theme": "light"])
  }

  @Test func aMigrationThatFailsLeavesTheFileAlone() async throws {
    let memory = PersistenceMemory()
    let text = #"{"state":"Failing","version":1,"fields":{}}"#
    memory.save(text)
    let error = try await #require(throws: SavedStateError.self) {
      try await SavedStates.attach(Failing(), to: .memory(memory))
    }
    #expect(error.code == .migrationFailed)
    #expect(memory.text == text)
    #expect(memory.keys == ["state"])
  }
}

@Observable @MainActor
private final class Failing: PersistentState {
  var count = 0

  static let persistence = Persistence<Failing>(version: 2) {
    Persisted("count", \.count)
  } migrations: {
    Migration(from: 1) { _ in throw CancellationError() }
  }
}
