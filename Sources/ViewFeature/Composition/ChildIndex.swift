/// Where the states of children stand in a collection of the parent's.
///
/// It follows states that are appended, at constant cost for each; any other change is found when a
/// state is not where it was, and makes the index anew.
struct ChildIndex<ID: Hashable, Item: AnyObject> {
  private let id: (Item) -> ID
  private var positions: [ID: Int] = [:]
  private var count = 0
  /// Whether the index was made anew since the last change.
  private var isExact = false
  private weak var last: Item?

  init(id: @escaping (Item) -> ID) {
    self.id = id
  }

  /// Whether the states are, as far as a check of constant cost shows, those of the index and some behind them.
  func hasGrownOnly(to states: [Item]) -> Bool {
    guard states.count >= count else { return false }
    return count == 0 || states[count - 1] === last
  }

  /// Follows a change of the states: takes those that were appended, and forgets all after another change.
  ///
  /// - Returns: Whether there are more, and none can have left, as far as a check of constant cost shows: of as many
  ///   states, one may be another.
  mutating func follow(_ states: [Item]) -> Bool {
    guard states.count > count, hasGrownOnly(to: states) else {
      reset()
      return false
    }
    append(states)
    return true
  }

  /// The state with an id; of several the first.
  mutating func state(_ id: ID, in states: [Item]) -> Item? {
    if !hasGrownOnly(to: states) { reset() }
    append(states)
    if isExact { return positions[id].map { states[$0] } }
    if let position = positions[id], self.id(states[position]) == id { return states[position] }
    // It is not there, or the states have changed before the last one.
    reset()
    append(states)
    return positions[id].map { states[$0] }
  }

  /// Notes that the states may have changed.
  mutating func mayHaveChanged() {
    isExact = false
  }

  private mutating func reset() {
    positions.removeAll(keepingCapacity: true)
    count = 0
    last = nil
  }

  private mutating func append(_ states: [Item]) {
    if count == 0 { isExact = true }
    guard count < states.count else { return }
    for position in count..<states.count {
      let id = id(states[position])
      if positions[id] == nil { positions[id] = position }
    }
    count = states.count
    last = states.last
  }
}
