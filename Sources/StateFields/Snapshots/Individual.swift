/// A value with an identity, such as an error: two that were made alike differ.
package protocol Individual {
  /// Distinguishes the value from all others that were made.
  var individuality: String { get }
  /// Whether `other` differs in nothing but its identity.
  func isAlike(_ other: Self) -> Bool
}

extension Individual {
  /// Whether another value was made alike and neither is one of those from before.
  func isAlike(_ other: Any, butNotIn known: Set<String>) -> Bool {
    guard let other = other as? Self, isAlike(other) else { return false }
    return !known.contains(individuality) && !known.contains(other.individuality)
  }
}

/// The individuals in a value.
package func individuals(in value: Any) -> Set<String> {
  var search = IndividualSearch()
  search.collect(value, depth: 0)
  return search.found
}

private struct IndividualSearch {
  private(set) var found: Set<String> = []
  /// A large value is not searched to its end.
  private var remaining = 10_000

  mutating func collect(_ value: Any, depth: Int) {
    remaining -= 1
    guard remaining > 0, depth < 16 else { return }
    if let individual = value as? any Individual {
      found.insert(individual.individuality)
    } else {
      let mirror = Mirror(reflecting: (value as? any ValueStandIn)?.wrapped ?? value)
      // An object in a value is compared as it is.
      guard mirror.displayStyle != .class else { return }
      for child in mirror.children { collect(child.value, depth: depth + 1) }
    }
  }
}
