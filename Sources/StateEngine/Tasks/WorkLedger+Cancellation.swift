extension WorkLedger {
  /// Cancels a node and all that is below it.
  package mutating func cancel(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    cancel(id.slot, isReplacement: false, &outcome)
  }

  /// Cancels the work below a node, and neither the node itself nor an action.
  ///
  /// - Returns: Whether there was work that could be cancelled.
  package mutating func cancelWork(below id: ID, _ outcome: inout Outcome) -> Bool {
    guard contains(id) else { return false }
    let slots = nodesBelow(id.slot).filter { self[$0].isWork && self[$0].isLive }
    cancel(slots, &outcome)
    return !slots.isEmpty
  }

  /// Cancels all that is below an owner, for good; the owner goes with the last of it.
  package mutating func endOwner(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    self[id.slot].isClosed = true
    cancel(id.slot, isReplacement: false, &outcome)
    freeEndedOwner(id.slot, &outcome)
  }

  /// Frees an owner that has ended once nothing is below it.
  mutating func freeEndedOwner(_ slot: Int32, _ outcome: inout Outcome) {
    guard case .owner = self[slot].role, self[slot].isClosed, self[slot].firstChild < 0 else {
      return
    }
    suspended[slot] = nil
    free(slot, &outcome)
  }

  /// Cancels all work, and no action; the windows of throttles are closed.
  package mutating func cancelAllWork(_ outcome: inout Outcome) {
    let slots = nodes.indices.map { Int32($0) }.filter { self[$0].isWork }
    cancel(slots.sorted { self[$0].generation < self[$1].generation }, &outcome)
    for lane in laneIndices.values.sorted() { closeWindow(of: lane, &outcome) }
  }

  /// Whether a node was cancelled; `nil` if it is gone.
  package func isCancelled(_ id: ID) -> Bool? {
    contains(id) ? !self[id.slot].isLive : nil
  }

  /// `isReplacement`: a policy does it, so that what follows the work is not wanted either.
  mutating func cancel(_ slot: Int32, isReplacement: Bool, _ outcome: inout Outcome) {
    if isReplacement { self[slot].isDisplaced = true }
    if self[slot].firstChild < 0, case .work = self[slot].role {
      let lane = isWaiting(slot) ? self[slot].lane : -1
      cancelWork(at: slot, &outcome)
      if lane >= 0 { goOn(in: lane, &outcome) }
    } else {
      cancel([slot] + nodesBelow(slot), &outcome)
    }
  }

  mutating func cancel(_ slots: [Int32], _ outcome: inout Outcome) {
    // First what waits; nothing that is cancelled here begins because of the end of the others.
    var lanes: [Int32] = []
    for slot in slots.reversed() where isWaiting(slot) {
      if lanes.last != self[slot].lane { lanes.append(self[slot].lane) }
      cancelWork(at: slot, &outcome)
    }
    var actions: [Int32] = []
    for slot in slots where self[slot].isLive {
      switch self[slot].role {
      case .none: break
      case .owner:
        self[slot].isLive = false
      case .action:
        guard self[slot].action?.isDone == false else { continue }
        self[slot].isLive = false
        actions.append(slot)
        if let handle = self[slot].handle { outcome.cancel.append(handle) }
      case .work:
        cancelWork(at: slot, &outcome)
      }
    }
    for slot in actions { dropIfQueued(slot, &outcome) }
    for lane in lanes { goOn(in: lane, &outcome) }
  }

  private func isWaiting(_ slot: Int32) -> Bool {
    self[slot].isWork && self[slot].isLive && !self[slot].hasBegun
  }

  private mutating func cancelWork(at slot: Int32, _ outcome: inout Outcome) {
    guard case .work(let kind) = self[slot].role, self[slot].isLive else { return }
    let isForgotten = kind == .submission && !self[slot].hasBegun
    stopBeingLive(slot, &outcome)
    if let turn = self[slot].turn.take() { outcome.drop.append(turn) }
    if isForgotten { return remove(slot, &outcome) }
    if let handle = self[slot].handle { outcome.cancel.append(handle) }
  }

  /// In the order of their beginning, each before what is below it.
  func nodesBelow(_ top: Int32) -> [Int32] {
    var next = self[top].firstChild
    guard next >= 0 else { return [] }
    var all: [Int32] = []
    while true {
      all.append(next)
      if self[next].firstChild >= 0 {
        next = self[next].firstChild
        continue
      }
      while self[next].next < 0 {
        next = self[next].parent
        if next == top { return all }
      }
      next = self[next].next
    }
  }
}
