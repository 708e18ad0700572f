/// A migration of saved fields from one version to the next.
public struct Migration: Sendable {
  /// The version that it migrates from.
  package let version: Int
  let migrate: @Sendable (inout PersistedFields) throws -> Void

  /// Creates a migration from a version to the next one.
  ///
  /// - Parameters:
  ///   - version: The version that it migrates from.
  ///   - migrate: A closure that changes the fields and depends on nothing else. It is called off the main actor. If
  ///     it throws, the load throws, and the saved data stays unchanged. If it throws for a child, the load reports the
  ///     error, and doesn't change the field with the child.
  public init(
    from version: Int,
    _ migrate: @escaping @Sendable (inout PersistedFields) throws -> Void
  ) {
    self.version = version
    self.migrate = migrate
  }
}

/// A result builder for the migrations of a declaration.
@resultBuilder
public enum MigrationsBuilder {
  /// Adds a migration to the list.
  public static func buildExpression(_ migration: Migration) -> [Migration] { [migration] }

  /// Combines all migrations of the list, in order.
  public static func buildBlock(_ migrations: [Migration]...) -> [Migration] {
    migrations.flatMap { $0 }
  }
}
