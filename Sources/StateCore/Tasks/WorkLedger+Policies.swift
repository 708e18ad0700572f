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
      takePlaceOfPending(id, in: lane, &outcome)
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
      takePlaceOfPending(id, in: lane, &outcome)
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

  /// Cancels older work that a timer would begin: beginning after newer work, it would cancel that.
  private mutating func takePlaceOfPending(_ id: ID, in lane: Int, _ outcome: inout Outcome) {
    guard let pending = lanes[lane].pending, start(of: pending.slot) <= start(of: id.slot) else {
      return
    }
    cancel(pending.slot, isReplacement: true, &outcome)
  }

  private mutating func replacePending(with id: ID, in lane: Int, _ outcome: inout Outcome) {
    if let replaced = lanes[lane].pending {
      cancel(replaced.slot, isReplacement: true, &outcome)
    }
    lanes[lane].pending = id
  }
}
