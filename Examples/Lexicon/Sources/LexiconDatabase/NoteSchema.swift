import GRDB

/// The tables of the database and their migrations.
enum NoteSchema {
  /// A released migration is never changed; each schema change is a new migration.
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

  /// Migrates a database to the current schema.
  ///
  /// - Throws: ``NewerVersion`` if a later version of the app has migrated it further.
  static func migrate(_ queue: DatabaseQueue) throws {
    guard try !queue.read(migrator.hasBeenSuperseded) else { throw NewerVersion() }
    try migrator.migrate(queue)
  }

  struct NewerVersion: Error {}
}
