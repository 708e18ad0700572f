public protocol ServiceContextKey: Sendable {
  associatedtype Value: Sendable
}

public struct ServiceContext: Sendable {
  public static var topLevel: ServiceContext { fatalError() }

  @TaskLocal public static var current: ServiceContext?

  public subscript<Key: ServiceContextKey>(_ key: Key.Type) -> Key.Value? {
    get { fatalError() }
    set { fatalError() }
  }

  public static func withValue<Result>(
    _ value: ServiceContext?,
    operation: () throws -> Result
  ) rethrows -> Result {
    fatalError()
  }

  public static func withValue<Result>(
    _ value: ServiceContext?,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    fatalError()
  }
}
