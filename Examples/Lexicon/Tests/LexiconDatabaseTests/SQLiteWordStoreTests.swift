import Foundation
import GRDB
import LexiconCore
import Testing

@testable import LexiconDatabase

/// Uses real files.
struct SQLiteWordStoreTests {
  private actor Reports {
    private(set) var all: [ImportProgress] = []

    func add(_ progress: ImportProgress) { all.append(progress) }
  }

  private let folder: TemporaryFolder
  private let path: String
  private let reports = Reports()
  private let words = (0..<450).map { number in
    let sense = WordEntry.Sense(partOfSpeech: "noun", definition: "“\(number)” – ü 家")
    return WordEntry(word: "word\(number)", senses: [sense])
  }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("new/words.sqlite")
  }

  private func makeStore(_ path: String? = nil) -> SQLiteWordStore {
    SQLiteWordStore(path: path ?? self.path, busyTimeout: 0) { [words] in
      try JSONEncoder().encode(words)
    }
  }

  private func importWords(_ store: SQLiteWordStore) async throws {
    try await store.importWords { [reports] in await reports.add($0) }
  }

  private func stored(_ store: SQLiteWordStore) async throws -> [WordEntry] {
    try JSONDecoder().decode([WordEntry].self, from: await store.json())
  }

  @Test func allWordsAreImportedInBatches() async throws {
    let store = makeStore()
    #expect(!SQLiteWordStore.hasWords(at: path))
    #expect(!FileManager.default.fileExists(atPath: path))
    try await importWords(store)
    #expect(await reports.all.map(\.done) == [0, 200, 400, 450])
    #expect(await reports.all.allSatisfy { $0.total == 450 })
    #expect(try await stored(store) == words)
    #expect(SQLiteWordStore.hasWords(at: path))
  }

  @Test func wordsAreImportedOnce() async throws {
    try await importWords(makeStore())
    let count = await reports.all.count
    let again = SQLiteWordStore(path: path) { throw CocoaError(.fileNoSuchFile) }
    try await importWords(again)
    #expect(await reports.all.count == count)
    #expect(try await stored(again) == words)
  }

  @Test func importThatWasCutOffGoesOnWhereItWas() async throws {
    let first = makeStore()
    let task = Task { [reports] in
      try await first.importWords { progress in
        await reports.add(progress)
        if progress.done == 200 {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await reports.all.map(\.done) == [0, 200])
    #expect(!SQLiteWordStore.hasWords(at: path))
    let second = makeStore()
    try await importWords(second)
    #expect(await reports.all.map(\.done) == [0, 200, 200, 400, 450])
    #expect(try await stored(second) == words)
  }

  @Test func twoProcessesImportEachWordOnce() async throws {
    let (one, other) = (makeStore(), makeStore())
    _ = try await one.json()
    try await one.importWords { [reports] progress in
      await reports.add(progress)
      if progress.done == 200 {
        try? await other.importWords { _ in }
      }
    }
    #expect(try await stored(one) == words)
    #expect(await reports.all.last == ImportProgress(done: 450, total: 450))
  }

  @Test func lockedDatabaseIsToldAndTheImportGoesOnAfterIt() async throws {
    let store = makeStore()
    _ = try await store.json()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(
      throws: NoteLibraryError(operation: .importing, reason: .locked, path: path)
    ) {
      try await importWords(store)
    }
    #expect(await reports.all == [ImportProgress(done: 0, total: 450)])
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try await importWords(store)
    #expect(try await stored(store) == words)
  }

  @Test func fileThatIsNoDatabaseIsToldAndLeftAlone() async throws {
    let path = folder.path("diary")
    let text = Data(String(repeating: "Dear diary, ", count: 100).utf8)
    try text.write(to: URL(filePath: path))
    #expect(!SQLiteWordStore.hasWords(at: path))
    await #expect(
      throws: NoteLibraryError(operation: .importing, reason: .notADatabase, path: path)
    ) {
      try await importWords(makeStore(path))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == text)
  }

  @Test func memoryIsImportedIntoEachTime() async throws {
    let store = makeStore(SQLiteNoteLibrary.memory)
    try await importWords(store)
    #expect(try await stored(store) == words)
    #expect(!SQLiteWordStore.hasWords(at: SQLiteNoteLibrary.memory))
  }
}
