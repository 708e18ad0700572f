extension WorkLedger {
  /// The progress of work, for a caller that waits for its end.
  package enum Progress: Sendable {
    case hasEnded
    /// It is running, or begins by itself when a timer fires.
    case runs
    /// It begins when fewer than `limit` of `others` remain. The others have begun but not ended.
    case waits(others: [ID], limit: Int)
  }

  /// Returns the progress of work.
  ///
  /// - Complexity: O(n) if the work waits for other work.
  package func progress(of id: ID) -> Progress {
    guard contains(id) else { return .hasEnded }
    let index = nodes[id.slot].lane
    guard index >= 0, nodes[id.slot].isLive, !nodes[id.slot].hasBegun, lanes[index].pending != id
    else { return .runs }
    var limit = Int.max
    for waiting in lanes[index].waiting.elements where isInLine(waiting.id) {
      limit = min(limit, waiting.limit)
      if waiting.id == id { break }
    }
    let others = nodes.indices.filter {
      nodes[$0].isWork && nodes[$0].lane == index && nodes[$0].hasBegun
    }
    return .waits(others: others.map { self.id(of: $0) }, limit: limit)
  }

  /// Whether a policy dropped or replaced work, or a composition that contains it.
  func isReplaced(_ id: ID) -> Bool {
    guard contains(id) else { return false }
    var slot = id.slot
    while slot >= 0, nodes[slot].isWork {
      if nodes[slot].isDisplaced { return true }
      slot = nodes[slot].parent
    }
    return false
  }

  private func isInLine(_ id: ID) -> Bool {
    contains(id) && nodes[id.slot].isLive
  }
}

extension RunningWork {
  /// Returns the progress of work, for a caller that waits for its end.
  package func progress(of id: ID) -> WorkLedger.Progress {
    read { $0.progress(of: id) }
  }

  /// Whether a policy dropped or replaced work, or a composition that contains it.
  package func isReplaced(_ id: ID) -> Bool {
    read { $0.isReplaced(id) }
  }
}
