extension WorkLedger {
  /// Lets work begin whose turn has come.
  mutating func start(_ slot: Int, _ outcome: inout Outcome) {
    nodes[slot].hasBegun = true
    dropAliases(of: slot, &outcome)
    if isCounted(slot) { runningCount += 1 }
    if isRunning(slot) { countRunning(slot) }
  }

  /// Whether work is part of `runningCount`.
  private func isCounted(_ slot: Int) -> Bool {
    isRunning(slot) && nodes[slot].liveWorkCount == 0
  }

  /// Whether work has begun and was not cancelled; a group, which does nothing of its own, runs while a
  /// part of it does.
  private func isRunning(_ slot: Int) -> Bool {
    guard case .work(let kind) = nodes[slot].role, nodes[slot].isLive, nodes[slot].hasBegun else {
      return false
    }
    return kind != .group || nodes[slot].liveWorkCount > 0
  }

  /// Counts work that now runs in its lane and above it.
  private mutating func countRunning(_ first: Int) {
    var slot = first
    while true {
      if nodes[slot].lane >= 0 { lanes[nodes[slot].lane].liveRunningCount += 1 }
      let parent = nodes[slot].parent
      let wasRunning = isRunning(parent)
      if isCounted(parent) { runningCount -= 1 }
      nodes[parent].liveWorkCount += 1
      if wasRunning || !isRunning(parent) { return }
      slot = parent
    }
  }

  /// Counts work that does not run any more in its lane and above it.
  private mutating func countStopped(_ first: Int) {
    var slot = first
    while true {
      if nodes[slot].lane >= 0 { lanes[nodes[slot].lane].liveRunningCount -= 1 }
      let parent = nodes[slot].parent
      let wasRunning = isRunning(parent)
      nodes[parent].liveWorkCount -= 1
      if isCounted(parent) { runningCount += 1 }
      if !wasRunning || isRunning(parent) { return }
      slot = parent
    }
  }

  /// Takes work out of what runs or waits: it has ended or was cancelled.
  mutating func stopBeingLive(_ slot: Int, _ outcome: inout Outcome) {
    let wasRunning = isRunning(slot)
    if isCounted(slot) { runningCount -= 1 }
    nodes[slot].isLive = false
    liveCount -= 1
    leaveLive(slot, &outcome)
    dropAliases(of: slot, &outcome)
    if wasRunning { countStopped(slot) }
  }
}
