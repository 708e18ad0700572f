/// An index of the positions of children's states in a collection of the parent's state.
///
/// Appended states are added at constant cost each. Any other change is detected when a state isn't at its known
/// position, and rebuilds the index.
struct ChildIndex<ID: Hashable, Item: AnyObject> {
  private let id: (Item) -> ID
  private var positions: [ID: Int] = [:]
  private var count = 0
  /// Whether the index was rebuilt since the last change.
  private var isExact = false
  private weak var last: Item?

  init(id: @escaping (Item) -> ID) {
    self.id = id
  }

  /// Returns whether the states are those of the index, possibly with more appended, as far as a constant-time check
  /// shows.
  func hasGrownOnly(to states: [Item]) -> Bool {
    guard states.count >= count else { return false }
    return count == 0 || states[count - 1] === last
  }

  /// Updates the index after a change of the states: adds appended states, and resets after any other change.
  ///
  /// - Returns: Whether states were added and none can have been removed, as far as a constant-time check shows. With
  ///   an unchanged count, a state may have replaced another one.
  mutating func follow(_ states: [Item]) -> Bool {
    guard states.count > count, hasGrownOnly(to: states) else {
      reset()
      return false
    }
    append(states)
    return true
  }

  /// Returns the state with an id, or the first one of several.
  mutating func state(_ id: ID, in states: [Item]) -> Item? {
    if !hasGrownOnly(to: states) { reset() }
    append(states)
    if isExact { return positions[id].map { states[$0] } }
    if let position = positions[id], self.id(states[position]) == id { return states[position] }
    // The state doesn't exist, or states before the last one have changed.
    reset()
    append(states)
    return positions[id].map { states[$0] }
  }

  /// Records that the states may have changed.
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
