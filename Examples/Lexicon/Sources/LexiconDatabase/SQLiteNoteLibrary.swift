package import Foundation
import GRDB
package import LexiconCore
import Tracing

/// Keeps saved words in an SQLite database.
///
/// The database is opened, and its file made, when it is first needed; if that fails, the next use
/// tries again. Several processes can use one file.
package actor SQLiteNoteLibrary: NoteLibrary {
  /// The path of a database that ends with the process.
  package static let memory = ":memory:"

  /// A file in the user's folder for the data of applications.
  package static var defaultPath: String {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return (folders.first ?? .homeDirectory)
      .appending(path: "lexicon/notes.sqlite").path(percentEncoded: false)
  }

  private let path: String
  private let busyTimeout: TimeInterval
  private var opened: DatabaseQueue?

  /// - Parameters:
  ///   - path: The database file, or ``memory``.
  ///   - busyTimeout: For how many seconds to wait while another process writes.
  package init(path: String, busyTimeout: TimeInterval = 5) {
    self.path = path
    self.busyTimeout = busyTimeout
  }

  package func notes() async throws -> [Note] {
    try await perform(.listing) { queue in
      try await queue.read { try Note.order(Column("word")).fetchAll($0) }
    }
  }

  package func note(on word: String) async throws -> Note? {
    try await perform(.reading(word)) { queue in
      try await queue.read { try Note.fetchOne($0, key: word) }
    }
  }

  package func save(_ note: Note, over known: Note?) async throws {
    try await perform(.saving(note.word)) { queue in
      try await queue.write { database in
        let current = try Note.fetchOne(database, key: note.word)
        guard current == known || current == note else {
          throw NoteConflict(word: note.word, current: current)
        }
        try note.upsert(database)
      }
    }
  }

  package func delete(_ note: Note) async throws {
    try await perform(.deleting(note.word)) { queue in
      try await queue.write { database in
        let current = try Note.fetchOne(database, key: note.word)
        guard current == note || current == nil else {
          throw NoteConflict(word: note.word, current: current)
        }
        _ = try Note.deleteOne(database, key: note.word)
      }
    }
  }

  /// Does something with the database; what goes wrong is told in one type of error.
  private func perform<Value: Sendable>(
    _ operation: NoteLibraryError.Operation,
    _ access: (DatabaseQueue) async throws -> Value
  ) async throws -> Value {
    do {
      return try await withSpan("notes.\(operation.kind)", ofKind: .client) { span in
        span.attributes["db.system.name"] = "sqlite"
        return try await access(database())
      }
    } catch let error as CancellationError {
      throw error
    } catch let conflict as NoteConflict {
      throw conflict
    } catch {
      throw NoteLibraryError(operation: operation, reason: .init(error), path: path)
    }
  }

  func database() throws -> DatabaseQueue {
    if let opened { return opened }
    let queue = try path == Self.memory ? open() : openFile()
    opened = queue
    return queue
  }

  private func openFile() throws -> DatabaseQueue {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    // Processes that make a database at the same time, or change its tables, would fail.
    return try FileLock.withLock(at: path + "-lock", open)
  }

  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    if path != Self.memory {
      // Readers and a writer in several processes do not block each other.
      configuration.journalMode = .wal
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // With WAL the default would lose the last notes in a power cut.
    try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try NoteSchema.migrate(queue)
    return queue
  }
}

extension Note: FetchableRecord, PersistableRecord {}
