/// A value with an identity, such as an error: two values with the same content are still different.
package protocol Individual {
  /// A text that distinguishes the value from all others.
  var individuality: String { get }
  /// Whether `other` differs only in its identity.
  func isAlike(_ other: Self) -> Bool
}

extension Individual {
  /// Whether another value has the same content and neither of the two is already known.
  func isAlike(_ other: Any, butNotIn known: Set<String>) -> Bool {
    guard let other = other as? Self, isAlike(other) else { return false }
    return !known.contains(individuality) && !known.contains(other.individuality)
  }
}

/// Returns the identities in a value.
package func individuals(in value: Any) -> Set<String> {
  var search = IndividualSearch()
  search.collect(value, depth: 0)
  return search.found
}

private struct IndividualSearch {
  private(set) var found: Set<String> = []
  /// A limit for the search in large values.
  private var remaining = 10_000

  mutating func collect(_ value: Any, depth: Int) {
    remaining -= 1
    guard remaining > 0, depth < 16 else { return }
    if let individual = value as? any Individual {
      found.insert(individual.individuality)
    } else {
      let mirror = Mirror(reflecting: (value as? any ValueStandIn)?.wrapped ?? value)
      // An object inside a value is compared by identity.
      guard mirror.displayStyle != .class else { return }
      for child in mirror.children { collect(child.value, depth: depth + 1) }
    }
  }
}
