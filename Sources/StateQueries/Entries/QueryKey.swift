/// A query as the key of its entry.
package struct QueryKey: Hashable, Sendable {
  package let query: any ResourceQuery

  package init(_ query: some ResourceQuery) {
    self.query = query
  }

  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.query.isEqual(to: rhs.query) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: query)))
    query.hash(into: &hasher)
  }
}

extension ResourceQuery {
  fileprivate func isEqual(to other: any ResourceQuery) -> Bool {
    // Queries of a class hierarchy may be equal, but load different values.
    guard type(of: other) == Self.self, let other = other as? Self else { return false }
    return self == other
  }
}
