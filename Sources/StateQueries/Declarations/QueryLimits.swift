/// The limits of a cache, beyond which it removes unused entries, the least recently used first.
public struct QueryLimits: Hashable, Sendable {
  /// The number of entries, including those in use.
  public var entries = 1_000
  /// The sum of the costs of all content; `nil` for no limit.
  public var bytes: Int?

  /// Creates the default limits.
  public init() {}
}
