package import Foundation
import GRDB
package import LexiconCore
import Tracing

/// A library that stores saved words in a SQLite database.
///
/// The database is opened, and its file created, on first use. If that fails, the next use retries. Several processes
/// can share one file.
package actor SQLiteNoteLibrary: NoteLibrary {
  /// The path of an in-memory database.
  package static let memory = ":memory:"

  /// A file in the user's Application Support folder.
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
  ///   - busyTimeout: The time to wait while another process writes, in seconds.
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

  /// Accesses the database, and reports failures as ``NoteLibraryError``.
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
    // Without the lock, processes that create or migrate the database at the same time would fail.
    return try FileLock.withLock(at: path + "-lock", open)
  }

  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    if path != Self.memory {
      // In WAL mode, readers and a writer in different processes don't block each other.
      configuration.journalMode = .wal
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // In WAL mode, the default would lose the latest notes in a power failure.
    try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try NoteSchema.migrate(queue)
    return queue
  }
}

extension Note: FetchableRecord, PersistableRecord {}
