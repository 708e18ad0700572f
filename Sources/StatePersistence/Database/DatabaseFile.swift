#if SQLite
import GRDB

/// The file of a database, with the files that SQLite creates next to it.
struct DatabaseFile: Sendable {
  /// The suffixes of these files.
  private static let companions = ["-wal", "-shm", "-journal"]

  let path: String
  private let name: String
  private let folder: String
  private let calls: any FileCalls

  init(_ path: String, calls: any FileCalls = SystemCalls()) {
    let end = path.lastIndex(of: "/")
    self.path = path
    self.calls = calls
    name = String(end.map { path[path.index(after: $0)...] } ?? path[...])
    folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private func sibling(_ name: String) -> String {
    folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// Whether the connection's file still has this name.
  func isPlace(of connection: DatabaseConnection) throws -> Bool {
    try calls.stamp(path)?.file == connection.file
  }

  /// Opens the file, or creates it.
  ///
  /// A damaged file is moved aside.
  ///
  /// A file is damaged if it doesn't open, or if the connection `damaged` found damage in it and it still exists. The
  /// moved file is reported together with the new connection.
  func open(
    insteadOf damaged: DatabaseConnection?,
    _ reason: DatabaseError?
  ) throws -> (DatabaseConnection, damage: SavedStateError?) {
    try calls.makeFolder(folder)
    // The lock keeps other processes from creating or moving a file, so that the log of a database never ends up next
    // to another one.
    let lock = try calls.make(sibling(".\(name).lock"), isNew: false)
    defer { calls.close(lock) }
    guard try calls.lock(lock) else {
      throw SavedStateError(.locked, "another process keeps the database locked")
    }
    if let damaged, let reason, try isPlace(of: damaged) {
      let damage = try moveAside(reason)
      return (try connect(), damage)
    }
    do {
      return (try connect(), nil)
    } catch let error as DatabaseError where error.isDamage {
      let damage = try moveAside(error)
      return (try connect(), damage)
    }
  }

  private func connect() throws -> DatabaseConnection {
    if try calls.stamp(path) == nil {
      // SQLite would create a file that everyone can read.
      calls.close(try calls.make(path, isNew: false))
    }
    guard let file = try calls.stamp(path)?.file else {
      throw SavedStateError(.unreadable, "the database's file was removed")
    }
    return try DatabaseConnection(path, file: file)
  }

  private func moveAside(_ error: DatabaseError) throws -> SavedStateError {
    let companions = try Self.companions.filter { try calls.stamp(path + $0) != nil }
    let damaged = try DamagedName.first(for: name) { name in
      try ([""] + Self.companions).contains { try calls.stamp(sibling(name + $0)) != nil }
    }
    for end in [""] + companions {
      try calls.rename(path + end, to: sibling(damaged + end))
    }
    var damage = SavedStateError(.damaged, "the database is damaged: \(error.sentence)").at(path)
    damage.setAside = damaged
    return damage
  }
}

extension RecordStamp {
  /// The number of a file, which stays the same while the file is written.
  fileprivate var file: String { String(text.prefix { $0 != " " }) }
}

extension DatabaseError {
  /// Whether the file isn't a database or is damaged.
  var isDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }

  /// Whether another connection to the same file may not have this error.
  ///
  /// If a file isn't writable, SQLite opens it as read-only, and the connection stays read-only.
  var isOfConnection: Bool {
    resultCode == .SQLITE_READONLY || resultCode == .SQLITE_CANTOPEN || resultCode == .SQLITE_IOERR
  }

  /// Whether another connection keeps the database locked.
  var isLock: Bool { resultCode == .SQLITE_BUSY || resultCode == .SQLITE_LOCKED }

  /// A description of the error, without the statement and its values.
  var sentence: String {
    "\(message ?? resultCode.description) (SQLite error \(extendedResultCode.rawValue))"
  }
}
#endif
