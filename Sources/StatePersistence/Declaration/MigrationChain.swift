/// The migrations from earlier versions to the current one.
struct MigrationChain: Sendable {
  let version: Int
  private let steps: [Int: Migration]
  /// Descriptions of the errors in the list.
  let problems: [String]

  init(to version: Int, _ migrations: [Migration]) {
    self.version = version
    steps = Dictionary(migrations.map { ($0.version, $0) }, uniquingKeysWith: { first, _ in first })
    var problems: [String] = []
    if version < 1 { problems.append("\(version) isn't a version: versions start at 1") }
    var known: Set<Int> = []
    for migration in migrations {
      let start = migration.version
      if !known.insert(start).inserted {
        problems.append("two migrations start from version \(start)")
      }
      if !(1..<max(version, 1)).contains(start) {
        problems.append("a migration from version \(start) doesn't lead to version \(version)")
      }
    }
    if let first = known.filter({ $0 >= 1 }).min() {
      for missing in first..<max(version, first) where !known.contains(missing) {
        problems.append("the migration from version \(missing) is missing")
      }
    }
    self.problems = problems
  }

  /// Returns the fields, migrated to the current version.
  func migrate(
    _ fields: [String: SavedJSON],
    from start: Int,
    of name: String
  ) throws(SavedStateError) -> [String: SavedJSON] {
    if start > version {
      throw SavedStateError(
        .newerVersion,
        "\(name) was saved as version \(start), but this app supports version \(version)"
      )
    }
    if start == version { return fields }
    var migrated = PersistedFields(fields)
    for from in start..<version {
      guard let step = steps[from] else {
        throw SavedStateError(
          .migrationFailed,
          "the migration of \(name) from version \(from) is missing"
        )
      }
      do { try step.migrate(&migrated) } catch {
        throw SavedStateError(
          .migrationFailed,
          "the migration of \(name) from version \(from) failed: \(describe(error))"
        )
      }
    }
    return migrated.saved
  }
}
