extension WorkLedger {
  /// The number of nodes that there is room for.
  package var slotCount: Int { nodes.count }

  /// Gives back the room that many nodes and lanes have left; between two changes.
  ///
  /// - Complexity: O(1), amortised over the nodes that were there.
  package mutating func trim() {
    if nodes.count > slotsToKeep, count * 2 < nodes.count { trimNodes() }
    if lanes.count > slotsToKeep, unfinishedCount == 0, laneIndices.isEmpty {
      lanes = []
      freeLanes = []
      laneIndices = [:]
    }
  }

  /// Slots of which the free list still knows are dropped where it is asked for one.
  private mutating func trimNodes() {
    while nodes.count > slotsToKeep, case .none = nodes[nodes.count - 1].role {
      nodes.removeLast()
    }
    guard nodes.capacity > 4 * nodes.count else { return }
    var smaller: ContiguousArray<Node> = []
    smaller.append(contentsOf: nodes)
    nodes = smaller
    freeSlots.removeAll { $0 >= nodes.count }
  }
}
