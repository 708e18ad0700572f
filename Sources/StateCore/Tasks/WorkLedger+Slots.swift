extension WorkLedger {
  /// The number of allocated nodes.
  package var slotCount: Int { nodes.count }

  /// Frees memory that many earlier nodes and lanes used.
  ///
  /// Call this between two changes.
  ///
  /// - Complexity: O(1), amortised over the earlier nodes.
  package mutating func trim() {
    if nodes.count > slotsToKeep, count * 2 < nodes.count { trimNodes() }
    if lanes.count > slotsToKeep, unfinishedCount == 0, laneIndices.isEmpty {
      lanes = []
      freeLanes = []
      laneIndices = LaneTable()
    }
  }

  /// The free list may still contain removed slots.
  ///
  /// They are discarded when a slot is taken.
  private mutating func trimNodes() {
    while nodes.count > slotsToKeep, case .none = nodes[nodes.count - 1].role {
      nodes.removeLast()
      attachments.removeLast()
    }
    guard nodes.capacity > 4 * nodes.count else { return }
    nodes = ContiguousArray(unusedCapacityRemoved: nodes)
    attachments = ContiguousArray(unusedCapacityRemoved: attachments)
    freeSlots.removeAll { $0 >= nodes.count }
  }
}

extension ContiguousArray {
  fileprivate init(unusedCapacityRemoved elements: ContiguousArray) {
    self.init()
    append(contentsOf: elements)
  }
}
