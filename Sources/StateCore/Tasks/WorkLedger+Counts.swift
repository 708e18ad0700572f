extension WorkLedger {
  /// Begins work that has its turn.
  mutating func start(_ slot: Int) {
    nodes[slot].hasBegun = true
    note(.started, slot)
    if nodes[slot].isCounted { runningCount += 1 }
    if nodes[slot].isRunning { countRunning(slot) }
  }

  /// Counts newly running work in its lane and above it.
  private mutating func countRunning(_ first: Int) {
    var slot = first
    while true {
      if nodes[slot].lane >= 0 { lanes[nodes[slot].lane].liveRunningCount += 1 }
      let parent = nodes[slot].parent
      let wasRunning = nodes[parent].isRunning
      if nodes[parent].isCounted { runningCount -= 1 }
      nodes[parent].liveWorkCount += 1
      if wasRunning || !nodes[parent].isRunning { return }
      slot = parent
    }
  }

  /// Removes work that no longer runs from the counts of its lane and above it.
  private mutating func countStopped(_ first: Int) {
    var slot = first
    while true {
      if nodes[slot].lane >= 0 { lanes[nodes[slot].lane].liveRunningCount -= 1 }
      let parent = nodes[slot].parent
      let wasRunning = nodes[parent].isRunning
      nodes[parent].liveWorkCount -= 1
      if nodes[parent].isCounted { runningCount += 1 }
      if !wasRunning || nodes[parent].isRunning { return }
      slot = parent
    }
  }

  /// Removes work from the counts of live work, because it has ended or was cancelled.
  mutating func stopBeingLive(_ slot: Int, _ outcome: inout Outcome) {
    let wasRunning = nodes[slot].isRunning
    if nodes[slot].isCounted { runningCount -= 1 }
    nodes[slot].isLive = false
    liveCount -= 1
    leaveLive(slot, &outcome)
    dropAliases(of: slot, &outcome)
    dropClaims(of: slot, &outcome)
    if wasRunning { countStopped(slot) }
  }
}
