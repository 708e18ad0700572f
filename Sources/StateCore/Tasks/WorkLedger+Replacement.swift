extension WorkLedger {
  /// Returns the work that an id reaches, in the order of its beginning.
  func members(of lane: Int) -> [ID] {
    let live = lanes[lane].live.sorted()
    if lanes[lane].aliased.isEmpty { return live }
    return (live + lanes[lane].aliased.all).sorted { $0.generation < $1.generation }
  }

  /// Cancels the work that runs in a lane, and the work that waits there since before its replacement started.
  mutating func replaceLive(in lane: Int, with id: ID, _ outcome: inout Outcome) {
    // In the common cases, there is one running operation or none, and the tree isn't inspected.
    if let other = lanes[lane].live.other(than: id), nodes[other.slot].hasBegun,
      lanes[lane].aliased.isEmpty, claimants.isEmpty, repeatingCount == 0
    {
      return cancel(other.slot, isReplacement: true, &outcome)
    }
    var replaced = lanes[lane].live.sorted(without: id)
    if replaced.isEmpty, lanes[lane].aliased.isEmpty, claimants.isEmpty { return }
    let start = start(of: id.slot)
    if !claimants.isEmpty, let key = lanes[lane].key {
      withdraw(key, startedUntil: start, notAbove: workAbove(id.slot), isReplacement: true)
    }
    replaced.removeAll { !nodes[$0.slot].hasBegun && self.start(of: $0.slot) > start }
    let aliased = lanes[lane].aliased.started(until: start)
    if !aliased.isEmpty {
      let above = workAbove(id.slot)
      replaced += aliased.filter { !above.contains($0) }
      replaced.sort { $0.generation < $1.generation }
    }
    if repeatingCount > 0, let key = lanes[lane].key {
      withdraw(replaced, under: key.key, notAbove: workAbove(id.slot), isReplacement: true)
    }
    cancel(replaced, isReplacement: true, &outcome)
  }

  mutating func cancel(_ ids: [ID], isReplacement: Bool, _ outcome: inout Outcome) {
    guard ids.count > 1 else {
      if let id = ids.first { cancel(id.slot, isReplacement: isReplacement, &outcome) }
      return
    }
    var slots: [Int] = []
    for id in ids {
      if isReplacement { nodes[id.slot].isDisplaced = true }
      slots.append(id.slot)
      slots += nodesBelow(id.slot)
    }
    cancel(slots, &outcome)
  }

  /// Removes cancelled work from the live work of its lane.
  mutating func leaveLive(_ slot: Int, _ outcome: inout Outcome) {
    let lane = nodes[slot].lane
    guard lane >= 0 else { return }
    let id = id(of: slot)
    lanes[lane].live.remove(id)
    if nodes[slot].hasBegun { return }
    if lanes[lane].pending == id {
      lanes[lane].pending = nil
      // The timer of a debounce has nothing left to begin. The timer of a throttle still ends its window.
      if lanes[lane].window == nil { stopTimer(of: lane, &outcome) }
    } else if lanes[lane].waitingCount > 0 {
      lanes[lane].waitingCount -= 1
    }
  }

  /// Begins work that waited behind cancelled work.
  mutating func goOn(in lane: Int, _ outcome: inout Outcome) {
    forgetCancelled(in: lane)
    beginWaiting(in: lane, &outcome)
  }

  /// Removes ending work from its lane.
  mutating func leaveLane(_ slot: Int, _ outcome: inout Outcome) {
    let lane = nodes[slot].lane
    guard lane >= 0 else { return }
    if nodes[slot].hasBegun {
      lanes[lane].runningCount -= 1
      beginWaiting(in: lane, &outcome)
    }
    leaveIfEmpty(lane, &outcome)
  }

  /// Begins waiting work, up to its limit.
  private mutating func beginWaiting(in lane: Int, _ outcome: inout Outcome) {
    while lanes[lane].waitingCount > 0, let next = lanes[lane].waiting.first {
      let isCancelled = !contains(next.id) || !nodes[next.id.slot].isLive
      guard isCancelled || lanes[lane].runningCount < next.limit else { return }
      lanes[lane].waiting.popFirst()
      if isCancelled { continue }
      lanes[lane].waitingCount -= 1
      grant(next.id, in: lane, &outcome)
    }
    if lanes[lane].waitingCount == 0, !lanes[lane].waiting.isEmpty {
      lanes[lane].waiting.removeAll()
    }
  }

  /// Keeps cancelled work from accumulating in the queue.
  private mutating func forgetCancelled(in lane: Int) {
    guard lanes[lane].waiting.count > 2 * lanes[lane].waitingCount + 32 else { return }
    let waiting = lanes[lane].waiting.elements.filter {
      contains($0.id) && nodes[$0.id.slot].isLive
    }
    lanes[lane].waiting = Queue(waiting)
  }

  mutating func grant(_ id: ID, in lane: Int, _ outcome: inout Outcome) {
    lanes[lane].runningCount += 1
    start(id.slot)
    guard let turn = attachments[id.slot].turn.take() else { return }
    if case .submission(let work) = turn { work.grant() }
    outcome.begin.append((turn, id))
  }
}
