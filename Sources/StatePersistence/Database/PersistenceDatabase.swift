#if SQLite
public import Foundation
import GRDB
import StateCore

/// A SQLite database with saved states, one per row.
///
/// States that are attached to the same object are saved together: their values in one turn of the main actor form one
/// transaction. Several objects and several processes can use the file. When a save is reported, the write-ahead log is
/// on disk, so that a crash doesn't revert it.
///
/// A file that isn't a database or is damaged is moved aside as `name.damaged-1`, `-2`, and so on, and a new database
/// is created. Each state that is or was attached reports this in `onError`.
public final class PersistenceDatabase: Sendable {
  private struct State {
    var connection: DatabaseConnection?
    /// The errors of files that were moved aside, in order.
    var damage: [SavedStateError] = []
    /// The number of these errors that were already reported, by key.
    var reported: [ExactKey: Int] = [:]
  }

  /// The maximum number of attempts with a file that others keep replacing.
  private static let tries = 4

  private let file: DatabaseFile
  private let state = Locked(State())

  /// Opens a database, or creates one if the file doesn't exist.
  ///
  /// - Throws: A `SavedStateError`: `otherState` for a database of another kind, or `newerVersion` for one from a newer
  ///   version of this package. Both stay unchanged. `locked` or `unreadable` if the file can't be used now.
  public convenience init(_ url: URL) throws(SavedStateError) {
    try self.init(DatabaseFile(SystemCalls.resolved(url.absoluteURL.path)))
  }

  init(_ file: DatabaseFile) throws(SavedStateError) {
    self.file = file
    do { _ = try connection() } catch { throw failure(error, .unreadable).at(file.path) }
  }

  /// Runs code with the connection, for tests.
  func withConnection<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try connection().queue.writeWithoutTransaction(body)
  }

  // MARK: Connection

  private func connection() throws -> DatabaseConnection {
    if let connection = state.withLock({ $0.connection }), try file.isPlace(of: connection) {
      return connection
    }
    return try open()
  }

  /// Opens the current file.
  ///
  /// If a connection found damage in it, moves that file aside first.
  private func open(
    insteadOf damaged: DatabaseConnection? = nil,
    _ reason: DatabaseError? = nil
  ) throws -> DatabaseConnection {
    let (connection, damage) = try file.open(insteadOf: damaged, reason)
    let before = state.withLock { state in
      if let damage { state.damage.append(damage) }
      let before = state.connection
      state.connection = connection
      return before
    }
    // Closing takes time and needs no lock.
    withExtendedLifetime(before) {}
    return connection
  }

  /// Runs code with the current file, and runs it again if that file is moved aside in the meantime, by this or other
  /// objects.
  private func withPlace<Result>(
    _ code: SavedStateError.Code,
    _ body: (DatabaseConnection) throws -> Result
  ) throws -> Result {
    do {
      var connection = try connection()
      var isFresh = false
      for _ in 1..<Self.tries {
        do {
          let result = try body(connection)
          if try file.isPlace(of: connection) { return result }
          connection = try self.connection()
        } catch let error as DatabaseError {
          if error.isDamage {
            connection = try open(insteadOf: connection, error)
          } else if error.isOfConnection, !isFresh {
            // The reason why the file wasn't writable when it was opened may no longer exist.
            connection = try open()
            isFresh = true
          } else if try file.isPlace(of: connection) {
            throw error
          } else {
            connection = try self.connection()
          }
        }
      }
      throw SavedStateError(code, "the database's file is replaced repeatedly")
    } catch { throw failure(error, code) }
  }

  private func failure(_ error: any Error, _ code: SavedStateError.Code) -> SavedStateError {
    switch error {
    case let error as SavedStateError: error
    case let error as DatabaseError where error.isLock:
      SavedStateError(.locked, "another connection keeps the database locked")
    case let error as DatabaseError: SavedStateError(code, error.sentence)
    default: SavedStateError(code, describe(error))
    }
  }
}

extension PersistenceDatabase: RecordStorage {
  var identity: String { "database \(file.path)" }

  func place(_ key: String) -> String { "\(file.path): \(key)" }

  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
    try withPlace(.unreadable) { connection in
      try connection.queue.read { try connection.access($0).read(key) }
    }
  }

  func stamp(_ key: String) throws -> RecordStamp? {
    try withPlace(.unreadable) { connection in
      try connection.queue.read { try connection.access($0).stamp(key) }
    }
  }

  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result {
    try withPlace(.unwritable) { connection in
      try connection.queue.writeWithoutTransaction { database in
        try database.beginTransaction(.immediate)
        do {
          let result = try body(connection.access(database))
          try database.commit()
          return result
        } catch {
          try? database.rollback()
          throw error
        }
      }
    }
  }

  /// Returns the keys of all rows, sorted.
  func keys() throws -> [String] {
    try withPlace(.unreadable) { connection in
      try connection.queue.read { try connection.access($0).keys() }
    }
  }

  func takeDamage(_ key: String) -> [SavedStateError] {
    state.withLock { state in
      let reported = state.reported.updateValue(state.damage.count, forKey: ExactKey(key)) ?? 0
      return Array(state.damage[reported...])
    }
  }
}

extension PersistenceLocation {
  /// Returns a location in a row of a database.
  ///
  /// - Parameters:
  ///   - database: The database. To save states together, use the same object.
  ///   - key: The key of the row. Each state of the app needs a separate one. Two keys are equal if their UTF-8 is
  ///     equal. In the row, NUL, `%`, and the `.` of `.damaged-` are escaped as `%00`, `%25`, and `%2e`.
  /// - Returns: The location.
  public static func sqlite(_ database: PersistenceDatabase, key: String) -> PersistenceLocation {
    PersistenceLocation(database, key: RowName.name(of: key))
  }
}

extension PersistenceFolder {
  /// Returns a location for the rows of a database whose keys start with a name and a slash.
  ///
  /// A slash inside the name is escaped as `%2f`, so that `a` doesn't include the rows of `a/b`.
  public static func sqlite(_ database: PersistenceDatabase, name: String) -> PersistenceFolder {
    let start = RowName.folder(name) + "/"
    return PersistenceFolder { key in
      PersistenceLocation(database, key: start + RowName.name(of: key))
    } keys: {
      try database.keys().compactMap { row in
        guard row.utf8.starts(with: start.utf8), !DamagedName.isOne(row) else { return nil }
        return RowName.key(
          of: String(decoding: row.utf8.dropFirst(start.utf8.count), as: UTF8.self)
        )
      }
    }
  }
}
#endif
