/// Reactions that have led to a change, each one triggering the next, across stores and turns.
///
/// A change with another cause, such as a timer, an effect or an input, begins a new chain.
@MainActor
final class ReactionChain {
  private let previous: ReactionChain?
  private let owner: ObjectIdentifier
  /// The reactions of one store that ran together.
  private var fields: [any ReactingField] = []
  private let length: Int

  /// Creates a chain with the reactions of another store, or of the same one again.
  init(_ owner: AnyObject, after previous: ReactionChain?) {
    self.owner = ObjectIdentifier(owner)
    self.previous = previous
    length = (previous?.length ?? 0) + 1
  }

  func append(_ field: any ReactingField) {
    if !fields.contains(where: { $0 === field }) { fields.append(field) }
  }

  /// Returns whether reactions of a store have led to each other too often.
  func isTooLong(for owner: AnyObject) -> Bool {
    // Reactions may also reach a new store each time.
    if length >= 100 * ReactionRounds.limit { return true }
    guard length >= ReactionRounds.limit else { return false }
    let id = ObjectIdentifier(owner)
    return links.count { $0.owner == id } >= ReactionRounds.limit
  }

  /// Returns the reactions since the last run of a store's reactions, without duplicates.
  func cycle(of owner: AnyObject) -> [any ReactingField] {
    let id = ObjectIdentifier(owner)
    var cycle: [any ReactingField] = []
    for link in links {
      for field in link.fields where !cycle.contains(where: { $0 === field }) {
        cycle.append(field)
      }
      if link.owner == id { break }
    }
    return cycle.reversed()
  }

  /// The links from the last one to the first.
  private var links: some Sequence<ReactionChain> {
    sequence(first: self) { link in link.previous }
  }
}

/// A reaction, as a report of a cycle names it.
@MainActor
protocol ReactingField: AnyObject {
  /// The name of the property.
  var field: String { get }
  /// The place where the reaction was added.
  var origin: SendOrigin { get }
}
