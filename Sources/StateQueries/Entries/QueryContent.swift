import ScreenStateKit

/// The content of an entry, without its type.
package struct QueryContent: Sendable {
  private let box: any AnyObject & Sendable

  package init<Value: Sendable>(_ value: Value) {
    box = ContentBox(value)
  }

  /// Whether another content is the same object.
  func isSame(as other: QueryContent?) -> Bool { box === other?.box }

  /// Returns the value of an entry, whose key determines the type.
  package func value<Query: ResourceQuery>(of _: Query) -> Query.Value {
    unsafeDowncast(box, to: ContentBox<Query.Value>.self).value
  }
}

private final class ContentBox<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension ResourceQuery {
  /// Returns a value as content: a list without the page in flight, and without the failure, that screens may show.
  func content(of value: Value) -> QueryContent {
    QueryContent((value as? any PageRequesting)?.atRest() as? Value ?? value)
  }

  /// Loads the value as content.
  func content(in context: QueryContext) async throws -> QueryContent {
    QueryContent(try await load(in: context))
  }

  /// Returns whether two contents are equal; values that can't be compared aren't.
  func isEqual(_ lhs: QueryContent, _ rhs: QueryContent) -> Bool {
    (lhs.value(of: self) as? any Equatable)?.equals(rhs.value(of: self)) ?? false
  }

  /// Returns the cost of content.
  func cost(of content: QueryContent) -> Int { cost(of: content.value(of: self)) }

  /// Returns the tags of content.
  func tags(of content: QueryContent) -> Set<QueryTag> { tags(for: content.value(of: self)) }

  /// Returns whether an invalidation of tags reaches the entry.
  func isReached(by tags: Set<QueryTag>, _ content: QueryContent?) -> Bool {
    self.tags(for: content.map { $0.value(of: self) }).contains { tag in
      tags.contains { $0.matches(tag) }
    }
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}
