import Foundation
import GRDB
import LexiconCore
import Testing

@testable import LexiconDatabase

/// Uses real files.
struct SQLiteNoteLibraryTests {
  private let folder: TemporaryFolder
  private let path: String
  private let library: SQLiteNoteLibrary

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("notes.sqlite")
    library = SQLiteNoteLibrary(path: path)
  }

  /// Returns the reason for which `body` fails.
  private func reason(_ body: () async throws -> Void) async -> NoteLibraryError.Reason? {
    do {
      try await body()
    } catch let error as NoteLibraryError {
      return error.reason
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test func newDatabaseHasNoNotes() async throws {
    #expect(try await library.notes() == [])
    #expect(try await library.note(on: "house") == nil)
  }

  @Test func notesAreListedInTheOrderOfTheirWords() async throws {
    try await library.save(Note(word: "house", text: "mine"))
    try await library.save(Note(word: "able", text: ""))
    #expect(
      try await library.notes()
        == [Note(word: "able", text: ""), Note(word: "house", text: "mine")]
    )
    #expect(try await library.note(on: "house")?.text == "mine")
  }

  @Test func savingAgainReplacesTheNote() async throws {
    try await library.save(Note(word: "house", text: "mine"))
    try await library.save(Note(word: "house", text: "it's \"yours\"; DROP TABLE note; – ü 家"))
    #expect(try await library.notes().map(\.text) == ["it's \"yours\"; DROP TABLE note; – ü 家"])
  }

  @Test func deletingTakesOneNoteAwayAndNoOther() async throws {
    try await library.save(Note(word: "able", text: ""))
    try await library.save(Note(word: "house", text: "mine"))
    try await library.delete(Note(word: "house", text: "mine"))
    try await library.delete(Note(word: "never", text: "mine"))
    #expect(try await library.notes().map(\.word) == ["able"])
  }

  @Test func notesAreThereWhenTheFileIsOpenedAgain() async throws {
    try await library.save(Note(word: "house", text: "mine"))
    #expect(try await SQLiteNoteLibrary(path: path).notes() == [Note(word: "house", text: "mine")])
  }

  @Test func missingFoldersAreMade() async throws {
    let library = SQLiteNoteLibrary(path: folder.path("new/folder/notes.sqlite"))
    try await library.save(Note(word: "house", text: ""))
    #expect(FileManager.default.fileExists(atPath: folder.path("new/folder/notes.sqlite")))
  }

  @Test func nothingIsMadeBeforeTheFirstUse() {
    _ = SQLiteNoteLibrary(path: path)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func databaseInMemoryLeavesNoFile() async throws {
    let library = SQLiteNoteLibrary(path: SQLiteNoteLibrary.memory)
    try await library.save(Note(word: "house", text: "mine"))
    #expect(try await library.notes().count == 1)
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
  }

  @Test func twoInstancesSeeEachOthersNotes() async throws {
    let other = SQLiteNoteLibrary(path: path)
    #expect(try await other.notes() == [])
    try await library.save(Note(word: "able", text: "one"))
    try await other.save(Note(word: "house", text: "two"))
    try await other.save(Note(word: "able", text: "three"))
    let expected = [Note(word: "able", text: "three"), Note(word: "house", text: "two")]
    #expect(try await library.notes() == expected)
    #expect(try await other.notes() == expected)
  }

  @Test func noteThatAnotherInstanceHasChangedIsNotWrittenOver() async throws {
    let other = SQLiteNoteLibrary(path: path)
    let mine = Note(word: "house", text: "mine")
    let ours = Note(word: "house", text: "ours")
    try await library.save(mine, over: nil)
    try await other.save(ours, over: mine)
    let expected = NoteConflict(word: "house", current: ours)
    await #expect(throws: expected) {
      try await library.save(Note(word: "house", text: "yours"), over: mine)
    }
    await #expect(throws: expected) {
      try await library.save(Note(word: "house", text: "new"), over: nil)
    }
    await #expect(throws: expected) { try await library.delete(mine) }
    #expect(try await library.notes() == [ours])
    try await library.save(Note(word: "house", text: "yours"), over: ours)
    #expect(try await other.notes() == [Note(word: "house", text: "yours")])
  }

  @Test func noteThatAnotherInstanceHasDeletedIsNotSavedUnasked() async throws {
    let mine = Note(word: "house", text: "mine")
    try await library.save(mine, over: nil)
    try await SQLiteNoteLibrary(path: path).delete(mine)
    await #expect(throws: NoteConflict(word: "house", current: nil)) {
      try await library.save(Note(word: "house", text: "ours"), over: mine)
    }
    #expect(try await library.notes() == [])
    try await library.save(Note(word: "house", text: "ours"), over: nil)
    #expect(try await library.notes() == [Note(word: "house", text: "ours")])
  }

  @Test func savingWhatIsSavedAlreadyIsNoConflict() async throws {
    let mine = Note(word: "house", text: "mine")
    try await library.save(mine, over: nil)
    try await library.save(mine, over: nil)
    try await library.save(mine, over: Note(word: "house", text: "older"))
    #expect(try await library.notes() == [mine])
  }

  @Test func ofTwoInstancesThatSaveAtATimeOneIsTold() async throws {
    for number in 0..<20 {
      let refused = try await withThrowingTaskGroup { group in
        for writer in 0..<2 {
          group.addTask { [path] in
            let library = SQLiteNoteLibrary(path: path, busyTimeout: 60)
            do {
              try await library.save(Note(word: "word\(number)", text: "\(writer)"), over: nil)
              return 0
            } catch is NoteConflict {
              return 1
            }
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(refused == 1)
    }
  }

  @Test func manyInstancesWriteAtTheSameTime() async throws {
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        group.addTask { [path] in
          let library = SQLiteNoteLibrary(path: path, busyTimeout: 60)
          for number in 0..<10 {
            try await library.save(Note(word: "word\(writer)\(number)", text: "\(writer)"))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await library.notes().count == 40)
  }

  @Test func manyInstancesMakeTheDatabaseAtTheSameTime() async throws {
    for number in 0..<12 {
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { [path] in
            try await SQLiteNoteLibrary(path: "\(path)\(number)", busyTimeout: 60).notes()
          }
        }
        for try await notes in group {
          #expect(notes == [])
        }
      }
    }
  }

  @Test func savedNotesAreSyncedToTheDisk() async throws {
    _ = try await library.notes()
    let queue = try await library.database()
    #expect(try await queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
    #expect(try await queue.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
  }
}

extension SQLiteNoteLibraryTests {
  /// The schema created by the first version, as literal SQL.
  private static let firstSchema = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('notes');
    CREATE TABLE note (word TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL);
    INSERT INTO note VALUES ('house', 'mine');
    """

  private func makeDatabase(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  @Test func fileOfTheFirstVersionIsReadAndWritten() async throws {
    try makeDatabase(Self.firstSchema)
    #expect(try await library.notes() == [Note(word: "house", text: "mine")])
    try await library.save(Note(word: "house", text: "ours"))
    #expect(try await library.notes() == [Note(word: "house", text: "ours")])
  }

  @Test func fileOfAnotherMakerIsMigratedAndKeepsWhatItHas() async throws {
    try makeDatabase("CREATE TABLE mine (x); INSERT INTO mine VALUES (1);")
    try await library.save(Note(word: "house", text: ""))
    let count = try await DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM mine")
    }
    #expect(count == 1)
  }

  @Test func fileOfANewerVersionIsLeftAlone() async throws {
    try makeDatabase(
      Self.firstSchema + "INSERT INTO grdb_migrations VALUES ('from the future');"
    )
    #expect(await reason { _ = try await library.notes() } == .newerVersion)
    let change = { try await library.save(Note(word: "house", text: "ours")) }
    #expect(await reason(change) == .newerVersion)
    let text = try await DatabaseQueue(path: path).read {
      try String.fetchOne($0, sql: "SELECT text FROM note")
    }
    #expect(text == "mine")
  }
}

extension SQLiteNoteLibraryTests {
  /// Allows a number of transactions to commit, and refuses the others.
  private final class Commits: TransactionObserver {
    struct Refusal: Error {}

    private var rest: Int

    init(allowed: Int) {
      rest = allowed
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ database: Database) {}
    func databaseDidRollback(_ database: Database) {}

    func databaseWillCommit() throws {
      guard rest > 0 else { throw Refusal() }
      rest -= 1
    }
  }

  private func allowCommits(_ count: Int) async throws {
    try await library.database().add(
      transactionObserver: Commits(allowed: count),
      extent: .databaseLifetime
    )
  }

  @Test func changeIsOneTransaction() async throws {
    try await library.save(Note(word: "house", text: "mine"))
    try await allowCommits(2)
    let ours = Note(word: "house", text: "ours and yours")
    try await library.save(ours, over: Note(word: "house", text: "mine"))
    #expect(try await SQLiteNoteLibrary(path: path).notes() == [ours])
    try await library.delete(ours)
    #expect(try await SQLiteNoteLibrary(path: path).notes() == [])
  }

  @Test func changeThatIsNotCommittedIsNotReportedAsDone() async throws {
    let mine = Note(word: "house", text: "mine")
    try await library.save(mine)
    try await allowCommits(0)
    await #expect(throws: NoteLibraryError.self) {
      try await library.save(Note(word: "house", text: "ours"), over: mine)
    }
    await #expect(throws: NoteLibraryError.self) {
      try await library.save(Note(word: "able", text: ""), over: nil)
    }
    await #expect(throws: NoteLibraryError.self) { try await library.delete(mine) }
    #expect(try await library.notes() == [mine])
    #expect(try await SQLiteNoteLibrary(path: path).notes() == [mine])
  }
}

extension SQLiteNoteLibraryTests {
  /// Returns another connection with an open transaction.
  private func lockedDatabase(_ kind: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "BEGIN \(kind)") }
    return queue
  }

  @Test func lockedDatabaseIsToldAndCanBeUsedWhenItIsFree() async throws {
    let library = SQLiteNoteLibrary(path: path, busyTimeout: 0)
    try await library.save(Note(word: "house", text: "mine"))
    let other = try lockedDatabase("IMMEDIATE")
    let error = await #expect(throws: NoteLibraryError.self) {
      try await library.save(Note(word: "house", text: "ours"))
    }
    #expect(error?.operation == .saving("house"))
    #expect(error?.reason == .locked)
    #expect(error?.path == path)
    #expect(
      await reason { try await library.delete(Note(word: "house", text: "mine")) } == .locked
    )
    #expect(try await library.notes() == [Note(word: "house", text: "mine")])
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try await library.save(Note(word: "house", text: "ours"))
    #expect(try await library.notes() == [Note(word: "house", text: "ours")])
  }

  @Test func databaseThatIsLockedWhenItIsOpenedIsOpenedLater() async throws {
    let other = try lockedDatabase("EXCLUSIVE")
    let library = SQLiteNoteLibrary(path: path, busyTimeout: 0)
    #expect(await reason { _ = try await library.notes() } == .locked)
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    #expect(try await library.notes() == [])
  }

  @Test func fullDiskIsToldAndLosesNothing() async throws {
    try await library.save(Note(word: "house", text: "mine"))
    let queue = try await library.database()
    let pages = try queue.inDatabase { database in
      let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(count)")
      return count
    }
    #expect(pages > 0)
    let long = Note(word: "able", text: String(repeating: "long ", count: 10_000))
    #expect(await reason { try await library.save(long) } == .diskFull)
    #expect(try await library.notes() == [Note(word: "house", text: "mine")])
  }

  @Test func folderThatCannotBeMadeIsTold() async throws {
    try Data().write(to: folder.url.appending(path: "file"))
    let library = SQLiteNoteLibrary(path: folder.path("file/notes.sqlite"))
    let reason = await reason { try await library.save(Note(word: "house", text: "")) }
    guard case .unwritable = reason else {
      Issue.record("Told as \(String(describing: reason))")
      return
    }
  }

  @Test func folderInPlaceOfTheFileIsTold() async throws {
    let library = SQLiteNoteLibrary(path: folder.url.path(percentEncoded: false))
    let reason = await reason { _ = try await library.notes() }
    #expect(reason == .unwritable("unable to open database file"))
  }

  @Test func fileThatIsNoDatabaseIsToldAndLeftAlone() async throws {
    let text = Data(String(repeating: "Dear diary, ", count: 100).utf8)
    try text.write(to: URL(filePath: path))
    #expect(await reason { _ = try await library.notes() } == .notADatabase)
    #expect(try Data(contentsOf: URL(filePath: path)) == text)
  }

  @Test func cancelledUseIsNoErrorOfTheDatabase() async throws {
    let use = Task { [library] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await library.notes()
    }
    await #expect(throws: CancellationError.self) { try await use.value }
  }
}
