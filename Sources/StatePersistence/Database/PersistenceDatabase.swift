#if SQLite
public import Foundation
import GRDB
import StateCore

/// A SQLite database with saved states, one row for each.
///
/// States that are attached to one object are saved together: what they are in one turn of the main actor is one
/// transaction. Several objects and several processes may use the file. The write-ahead log is on the disk when a save is
/// reported, so that a crash does not take it back.
///
/// A file that is no database, or a damaged one, is moved aside as `name.damaged-1`, `-2` and so on, and a new database is
/// begun. Each state that is attached then or was before hears of it in `onError`.
public final class PersistenceDatabase: Sendable {
  private struct State {
    var connection: DatabaseConnection?
    /// What was moved aside, in order.
    var damage: [SavedStateError] = []
    /// How much of it was reported, by key.
    var reported: [ExactKey: Int] = [:]
  }

  /// How often something is tried with a file that others replace meanwhile.
  private static let tries = 4

  private let file: DatabaseFile
  private let state = Locked(State())

  /// Opens a database, or makes one where no file is.
  ///
  /// - Throws: A `SavedStateError`: `otherState` for a database of something else, `newerVersion` for one of a newer version
  ///   of this package; both stay as they are. `locked` or `unreadable` if the file can't be used now.
  public convenience init(_ url: URL) throws(SavedStateError) {
    try self.init(DatabaseFile(SystemCalls.resolved(url.absoluteURL.path)))
  }

  init(_ file: DatabaseFile) throws(SavedStateError) {
    self.file = file
    do { _ = try connection() } catch { throw failure(error, .unreadable).at(file.path) }
  }

  /// Runs something with the connection, for tests.
  func withConnection<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try connection().queue.writeWithoutTransaction(body)
  }

  // MARK: The connection

  private func connection() throws -> DatabaseConnection {
    if let connection = state.withLock({ $0.connection }), try file.isPlace(of: connection) {
      return connection
    }
    return try open()
  }

  /// Opens the file that is there now; not the one of a connection that has found damage.
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
    // Closing takes a while, and needs no lock.
    withExtendedLifetime(before) {}
    return connection
  }

  /// Runs something with the file that is there; again if that file is moved aside meanwhile, by this or by others.
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
            // What has kept the file from being written when it was opened may have ended.
            connection = try open()
            isFresh = true
          } else if try file.isPlace(of: connection) {
            throw error
          } else {
            connection = try self.connection()
          }
        }
      }
      throw SavedStateError(code, "the file of the database is replaced again and again")
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

  /// The keys of all rows, sorted.
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
  /// A row of a database.
  ///
  /// - Parameters:
  ///   - database: The database. States that are to be saved together need the same object.
  ///   - key: The key of the row, of which each state of the app has its own. Two keys are the same if their UTF-8 is. The
  ///     row has it with NUL, `%` and the `.` of `.damaged-` as `%00`, `%25` and `%2e`.
  /// - Returns: The place.
  public static func sqlite(_ database: PersistenceDatabase, key: String) -> PersistenceLocation {
    PersistenceLocation(database, key: RowName.name(of: key))
  }
}

extension PersistenceFolder {
  /// Rows of a database whose keys begin with a name and a slash.
  ///
  /// A slash within the name is `%2f` in the row, so that `a` has nothing of `a/b`.
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
