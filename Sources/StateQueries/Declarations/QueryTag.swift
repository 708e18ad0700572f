/// A name that several queries share, so that a change can invalidate them without knowing them.
public struct QueryTag: Hashable, Sendable {
  private let name: String
  private let id: (any Hashable & Sendable)?

  /// The name and the id as text, which equal tags share if their ids have equal descriptions.
  package var text: (name: String, id: String?) { (name, id.map { "\($0)" }) }

  /// Creates a tag for all things of a name; as an invalidation, it matches the tags with every id.
  public init(_ name: String) {
    self.name = name
    id = nil
  }

  /// Creates a tag for one thing of a name.
  ///
  /// Invalidations reach records on disk by the description of the id, which must be the same in each run.
  public init<ID: Hashable & Sendable>(_ name: String, id: ID) {
    self.name = name
    self.id = id
  }

  /// Creates a tag for one thing of a name, with its id as text.
  init(_ name: String, text: String) {
    self.init(name, id: text)
  }

  /// Whether an invalidation of this tag reaches an entry with the other tag.
  func matches(_ other: QueryTag) -> Bool {
    name == other.name && (id == nil || self == other)
  }

  /// Compares names and ids.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name == rhs.name && lhs.id.map { AnyHashable($0) } == rhs.id.map { AnyHashable($0) }
  }

  /// Hashes the name and the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(id.map { AnyHashable($0) })
  }
}
