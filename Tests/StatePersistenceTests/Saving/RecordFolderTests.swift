import Foundation
import Testing

@testable import StatePersistence

struct RecordFolderTests {
  private struct Query: Codable {
    let word: String
  }

  private func contents(_ number: Int) throws -> RecordFolder.Contents {
    var contents = RecordFolder.Contents(name: "Note", version: 3)
    try contents.encode(number, "number")
    return contents
  }

  @Test func aFolderReturnsWhatWasWritten() throws {
    let memory = PersistenceMemory()
    let folder = RecordFolder(.memory(memory))
    #expect(try folder.open() == [])
    let none = try folder.read("a")
    #expect(none == nil)
    try folder.write(contents(1), "a")
    try folder.write(contents(2), "a")
    let found = try #require(try folder.read("a"))
    #expect(found.name == "Note" && found.version == 3)
    #expect(try found.decode(Int.self, "number") == 2)
    try folder.write(contents(3), "b")
    #expect(try folder.open() == ["a", "b"])
    try folder.remove("a")
    try folder.remove("a")
    #expect(memory.keys == ["b"])
    try folder.removeAll()
    #expect(memory.keys == [])
  }

  @Test func errorsNameTheFieldOrTheDamage() throws {
    let memory = PersistenceMemory()
    let folder = RecordFolder(.memory(memory))
    let contents = try contents(1)
    #expect { try contents.decode(String.self, "number") } throws: { error in
      let error = error as? SavedStateError
      return error?.code == .field && error?.field == "number"
    }
    #expect { try contents.decode(Int.self, "other") } throws: { error in
      (error as? SavedStateError)?.field == "other"
    }
    memory["a"] = Data("damaged".utf8)
    #expect { try folder.read("a") } throws: { ($0 as? SavedStateError)?.code == .damaged }
  }

  @Test func equalStringsHaveOneKey() throws {
    let composed = try RecordFolder.key(of: Query(word: "\u{E9}"), name: "Query")
    #expect(try RecordFolder.key(of: Query(word: "e\u{301}"), name: "Query") == composed)
    #expect(try RecordFolder.key(of: Query(word: "e"), name: "Query") != composed)
    #expect(try RecordFolder.key(of: Query(word: "\u{E9}"), name: "Other") != composed)
    #expect(composed.utf8.count == 64)
  }

  @Test func theRestsOfInterruptedWritesAreRemoved() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let folder = RecordFolder(.folder(url))
    try folder.write(contents(1), "a")
    let rest = url.appending(path: ".b.json.saving")
    try Data("secret".utf8).write(to: rest)
    #expect(try folder.open() == ["a"])
    #expect(!FileManager.default.fileExists(atPath: rest.path))
    try Data("secret".utf8).write(to: rest)
    try folder.removeAll()
    #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == [".lock"])
  }

  @Test func aFolderThatIsAFileCantBeUsed() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    #expect { try RecordFolder(.folder(url)).open() } throws: { error in
      (error as? SavedStateError)?.code == .unwritable
    }
  }

  @Test func twoValuesOfOneFolderHaveOneIdentity() {
    let memory = PersistenceMemory()
    let url = FileManager.default.temporaryDirectory
    #expect(
      RecordFolder(.memory(memory)).identity == RecordFolder(.memory(memory)).identity
    )
    #expect(
      RecordFolder(.memory(memory)).identity != RecordFolder(.memory(PersistenceMemory())).identity
    )
    #expect(
      RecordFolder(.folder(url.appending(path: "a"))).identity
        != RecordFolder(.folder(url.appending(path: "b"))).identity
    )
  }
}
