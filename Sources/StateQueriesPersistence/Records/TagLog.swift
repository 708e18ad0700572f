import StateQueries

/// The invalidations by tags, for records whose queries aren't in memory.
///
/// A record contains the number of invalidations that it knows. A tag is stored as text, because the types of ids
/// aren't known; two ids with one description count as equal.
struct TagLog: Codable, Equatable, Sendable {
  struct Tag: Codable, Hashable, Sendable {
    let name: String
    let id: String?

    init(_ tag: QueryTag) {
      (name, id) = tag.text
    }
  }

  /// The maximum number of tags.
  static let longest = 500

  /// The number of the last invalidation.
  private(set) var number: Int
  /// The number below which the invalidations aren't known.
  private(set) var floor: Int
  private var tags: [Tag]
  private var numbers: [Int]

  /// Creates a log that knows nothing about records with smaller numbers.
  init(number: Int = 0) {
    self.number = number
    floor = number
    tags = []
    numbers = []
  }

  /// Notes an invalidation.
  mutating func invalidate(_ tags: Set<Tag>) {
    number += 1
    let kept = zip(self.tags, numbers).filter { !tags.contains($0.0) }
    self.tags = kept.map(\.0) + tags
    numbers = kept.map(\.1) + tags.map { _ in number }
    let excess = max(0, self.tags.count - Self.longest)
    if excess > 0 { floor = max(floor, numbers[excess - 1]) }
    self.tags.removeFirst(excess)
    numbers.removeFirst(excess)
  }

  /// Returns whether an invalidation after another one reaches content with a tag.
  func isInvalidated(_ tag: QueryTag, since number: Int) -> Bool {
    let tag = Tag(tag)
    return zip(tags, numbers).contains { other, last in
      last > number && other.name == tag.name && (other.id == nil || other.id == tag.id)
    }
  }

  /// Forgets all tags, because no record exists.
  mutating func clear() { self = TagLog(number: number) }
}
