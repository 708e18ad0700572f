/// Makes the fields of the next version out of those of a version.
public struct Migration: Sendable {
  /// The version that it begins with.
  public let version: Int
  let migrate: @Sendable (inout PersistedFields) throws -> Void

  /// Makes a migration from a version to the one after it.
  ///
  /// - Parameters:
  ///   - version: The version that it begins with.
  ///   - migrate: Changes the fields. It depends on nothing else, and is called off the main actor. If it throws, the
  ///     load throws, and what was saved stays as it is.
  public init(
    from version: Int,
    _ migrate: @escaping @Sendable (inout PersistedFields) throws -> Void
  ) {
    self.version = version
    self.migrate = migrate
  }
}

/// Collects the migrations of a declaration.
@resultBuilder
public enum MigrationsBuilder {
  /// A migration of the list.
  public static func buildExpression(_ migration: Migration) -> [Migration] { [migration] }

  /// All migrations of the list, in order.
  public static func buildBlock(_ migrations: [Migration]...) -> [Migration] {
    migrations.flatMap { $0 }
  }
}
