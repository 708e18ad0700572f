import GRDB

/// The tables of the database, and how they came to be.
enum NoteSchema {
  /// A migration that has been released is never changed; a change is a new one.
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("notes") { database in
      try database.create(table: "note") { table in
        table.primaryKey("word", .text)
        table.column("text", .text).notNull()
      }
    }
    return migrator
  }

  /// Brings a database up to date.
  ///
  /// - Throws: ``NewerVersion`` where a later version of the app has changed it in ways unknown here.
  static func migrate(_ queue: DatabaseQueue) throws {
    guard try !queue.read(migrator.hasBeenSuperseded) else { throw NewerVersion() }
    try migrator.migrate(queue)
  }

  struct NewerVersion: Error {}
}
