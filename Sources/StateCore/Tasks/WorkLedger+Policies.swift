extension WorkLedger {
  enum Entry {
    case starts
    case waits
    case isDropped
  }

  /// Adds work to the lane of its id, according to the rule.
  mutating func enter(
    _ slot: Int,
    under key: TaskKey,
    _ rule: ExecutionPolicy.Rule,
    _ outcome: inout Outcome
  ) -> Entry {
    let lane = makeLane(key, for: slot)
    let id = id(of: slot)
    nodes[slot].lane = lane
    let isEmpty = lanes[lane].live.isEmpty && lanes[lane].aliased.isEmpty
    let isFree = isEmpty || isFree(lane, for: slot)
    lanes[lane].live.insert(id)
    // In the common case, there is nothing to replace.
    let isAlone = isEmpty && claimants.isEmpty && rule == .restart
    let entry = isAlone ? .starts : enter(id, lane, rule, isFree: isFree, &outcome)
    switch entry {
    case .starts:
      lanes[lane].runningCount += 1
      start(slot)
    case .waits: break
    case .isDropped: lanes[lane].live.remove(id)
    }
    return entry
  }

  /// Whether a lane contains no live work that runs, or that waits since before the work started.
  private func isFree(_ lane: Int, for slot: Int) -> Bool {
    let start = start(of: slot)
    let above = lanes[lane].aliased.isEmpty ? [] : workAbove(slot)
    return lanes[lane].aliased.started(until: start).allSatisfy(above.contains)
      && !lanes[lane].live.contains { nodes[$0.slot].hasBegun || self.start(of: $0.slot) <= start }
  }

  /// Applies a rule.
  ///
  /// `isFree` is `true` if no live work runs or waits in the lane.
  private mutating func enter(
    _ id: ID,
    _ lane: Int,
    _ rule: ExecutionPolicy.Rule,
    isFree: Bool,
    _ outcome: inout Outcome
  ) -> Entry {
    switch rule {
    case .allow:
      return .starts
    case .restart:
      replaceLive(in: lane, with: id, &outcome)
      return .starts
    case .refuse:
      return isFree ? .starts : .isDropped
    case .drop:
      // If cancelled work hasn't ended, the new work waits: two runs with the same id never overlap.
      return isFree ? wait(id, lane, limit: 1) : .isDropped
    case .wait(let limit):
      return wait(id, lane, limit: limit)
    case .debounce(let duration):
      replaceLive(in: lane, with: id, &outcome)
      replacePending(with: id, in: lane, &outcome)
      startTimer(duration, in: lane, &outcome)
      lanes[lane].window = nil
      return .waits
    case .throttle(let duration, let latest):
      if lanes[lane].window == nil {
        replaceLive(in: lane, with: id, &outcome)
        startTimer(duration, in: lane, &outcome)
        lanes[lane].window = duration
        return .starts
      }
      guard latest else { return .isDropped }
      replacePending(with: id, in: lane, &outcome)
      return .waits
    }
  }

  private mutating func wait(_ id: ID, _ lane: Int, limit: Int) -> Entry {
    if lanes[lane].waitingCount == 0, lanes[lane].runningCount < limit { return .starts }
    lanes[lane].waiting.append(Lane.Waiting(id: id, limit: limit))
    lanes[lane].waitingCount += 1
    return .waits
  }

  private mutating func replacePending(with id: ID, in lane: Int, _ outcome: inout Outcome) {
    if let replaced = lanes[lane].pending {
      cancel(replaced.slot, isReplacement: true, &outcome)
    }
    lanes[lane].pending = id
  }

  // MARK: Removal

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
    if lanes[lane].waitingCount == 0 { lanes[lane].waiting.removeAll() }
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
    if let turn = attachments[id.slot].turn.take() { outcome.begin.append((turn, id)) }
  }
}
