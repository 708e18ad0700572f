package import Foundation
import GRDB
package import LexiconCore
import Tracing

/// A store of the words in a SQLite database, imported once.
package actor SQLiteWordStore: WordImporter {
  /// A file next to the one with the notes.
  package static var defaultPath: String {
    URL(filePath: SQLiteNoteLibrary.defaultPath).deletingLastPathComponent()
      .appending(path: "words.sqlite").path(percentEncoded: false)
  }

  /// The number of words imported in one transaction.
  package static let batchSize = 200

  private let path: String
  private let busyTimeout: TimeInterval
  private let source: @Sendable () throws -> Data
  private var opened: DatabaseQueue?

  /// - Parameters:
  ///   - path: The database file, or ``SQLiteNoteLibrary/memory``.
  ///   - busyTimeout: The time to wait while another process writes, in seconds.
  ///   - source: Reads the words to import, as a JSON array.
  package init(
    path: String,
    busyTimeout: TimeInterval = 5,
    source: @escaping @Sendable () throws -> Data
  ) {
    self.path = path
    self.busyTimeout = busyTimeout
    self.source = source
  }

  /// Returns whether the import into a file is complete; doesn't create the file.
  package static func hasWords(at path: String) -> Bool {
    guard path != SQLiteNoteLibrary.memory, FileManager.default.fileExists(atPath: path) else {
      return false
    }
    var configuration = Configuration()
    configuration.readonly = true
    // If the file can't be read, the import reports the reason.
    return (try? DatabaseQueue(path: path, configuration: configuration).read(isComplete)) ?? false
  }

  package func importWords(
    _ report: @escaping @Sendable (ImportProgress) async -> Void
  ) async throws {
    guard try !perform({ try $0.read(Self.isComplete) }) else { return }
    let words = try JSONDecoder().decode([WordEntry].self, from: source())
    let done = try perform { try $0.read(Self.count) }
    var progress = ImportProgress(done: done, total: words.count)
    await report(progress)
    repeat {
      try Task.checkCancellation()
      progress = try perform { try $0.write { try Self.importBatch(of: words, $0) } }
      await report(progress)
    } while progress.done < progress.total
  }

  /// Returns all words as a JSON array.
  package func json() throws -> Data {
    let span = startSpan("words.listing", ofKind: .client)
    defer { span.end() }
    span.attributes["db.system.name"] = "sqlite"
    let entries = try perform { queue in
      try queue.read { try String.fetchAll($0, sql: "SELECT entry FROM word ORDER BY place") }
    }
    return Data("[\(entries.joined(separator: ","))]".utf8)
  }

  private static func isComplete(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA user_version") == 1
  }

  private static func count(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM word") ?? 0
  }

  /// Imports the next batch of words after those in the database, including words that another process imported.
  private static func importBatch(
    of words: [WordEntry],
    _ database: Database
  ) throws -> ImportProgress {
    let start = try count(database)
    let end = min(start + batchSize, words.count)
    for place in min(start, end)..<end {
      let entry = String(decoding: try JSONEncoder().encode(words[place]), as: UTF8.self)
      try database.execute(
        sql: "INSERT INTO word (place, entry) VALUES (?, ?)",
        arguments: [place, entry]
      )
    }
    if end == words.count {
      try database.execute(sql: "PRAGMA user_version = 1")
    }
    return ImportProgress(done: end, total: words.count)
  }

  /// Accesses the database, and reports failures as ``NoteLibraryError``.
  private func perform<Value>(_ access: (DatabaseQueue) throws -> Value) throws -> Value {
    do {
      return try access(database())
    } catch {
      throw NoteLibraryError(operation: .importing, reason: .init(error), path: path)
    }
  }

  private func database() throws -> DatabaseQueue {
    if let opened { return opened }
    if path != SQLiteNoteLibrary.memory {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
    }
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    if try !queue.read({ try $0.tableExists("word") }) {
      try queue.write { database in
        try database.execute(
          sql: "CREATE TABLE IF NOT EXISTS word (place INTEGER PRIMARY KEY, entry TEXT NOT NULL)"
        )
      }
    }
    opened = queue
    return queue
  }
}
