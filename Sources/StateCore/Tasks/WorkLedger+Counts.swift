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
      slot = nodes[slot].parent
      let (wasCounted, begins) = nodes[slot].addRunningWork()
      if wasCounted { runningCount -= 1 }
      if !begins { return }
    }
  }

  /// Removes work that no longer runs from the counts of its lane and above it.
  private mutating func countStopped(_ first: Int) {
    var slot = first
    while true {
      if nodes[slot].lane >= 0 { lanes[nodes[slot].lane].liveRunningCount -= 1 }
      slot = nodes[slot].parent
      let (isCounted, stops) = nodes[slot].removeRunningWork()
      if isCounted { runningCount += 1 }
      if !stops { return }
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
