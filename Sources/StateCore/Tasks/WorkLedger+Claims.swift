/// The ids of parts that haven't begun.
///
/// Waiting work claims the ids of the parts that it will start. Work that repeats its parts claims their ids until it
/// ends. A cancel or a replacement under a claimed id withdraws the parts with that id: they never begin.
extension WorkLedger {
  mutating func addClaims(_ keys: [TaskKey], to slot: Int) {
    guard !keys.isEmpty else { return }
    let (id, start) = (id(of: slot), start(of: slot))
    var lanes: [LaneKey] = []
    for key in keys {
      let lane = LaneKey(key: key, composition: composition(with: key, above: slot))
      if lanes.contains(lane) { continue }
      lanes.append(lane)
      claimants[lane, default: WorkIDQueue()].insert(id, of: start)
    }
    claims[slot] = lanes
  }

  // Most ledgers have no claims, so the checks are inlined.

  @inline(__always)
  mutating func dropClaims(of slot: Int, _ outcome: inout Outcome) {
    if !claims.isEmpty { removeClaims(of: slot, &outcome) }
  }

  @inline(__always)
  mutating func dropWithdrawals(of slot: Int, _ outcome: inout Outcome) {
    if !withdrawals.isEmpty { removeWithdrawals(of: slot, &outcome) }
  }

  private mutating func removeClaims(of slot: Int, _ outcome: inout Outcome) {
    guard let lanes = claims.removeValue(forKey: slot) else { return }
    let (id, start) = (id(of: slot), start(of: slot))
    for lane in lanes {
      outcome.releasedKeys.append(lane.key)
      guard let index = claimants.index(forKey: lane) else { continue }
      claimants.values[index].remove(id, of: start)
      guard claimants.values[index].isEmpty else { continue }
      // This is an equal key, but it may be the last copy of its value.
      outcome.releasedKeys.append(claimants.remove(at: index).key.key)
    }
  }

  private mutating func removeWithdrawals(of slot: Int, _ outcome: inout Outcome) {
    guard let keys = withdrawals.removeValue(forKey: slot)?.keys else { return }
    for key in keys { outcome.releasedKeys.append(key) }
  }

  /// Withdraws the parts that claim an id.
  ///
  /// Work of effects that started after `start` keeps its claims. So does the work that the cancel is part of.
  mutating func withdraw(
    _ lane: LaneKey,
    startedUntil start: Int = .max,
    notAbove above: [ID],
    isReplacement: Bool
  ) {
    guard !claimants.isEmpty, let ids = claimants[lane]?.started(until: start) else { return }
    for id in ids where !above.contains(id) {
      withdrawals[id.slot, default: [:]][lane.key] = isReplacement
    }
  }

  /// Withdraws parts that are cancelled by id from the work that would start them again.
  mutating func withdraw(_ ids: [ID], under key: TaskKey, notAbove above: [ID], isReplacement: Bool)
  {
    guard repeatingCount > 0 else { return }
    for id in ids {
      // Inside a composition with this id, the id belongs to another lane.
      var next = nodes[id.slot].parent
      while next >= 0, nodes[next].isWork,
        nodes[next].lane < 0 || lanes[nodes[next].lane].key?.key != key
      {
        if nodes[next].keepsClaims, !above.contains(self.id(of: next)) {
          withdrawals[next, default: [:]][key] = isReplacement
        }
        next = nodes[next].parent
      }
    }
  }

  /// Returns how a part was withdrawn before it could begin: by a replacement (`true`), by a cancel (`false`), or not
  /// at all.
  func withdrawal(of key: TaskKey, below parent: Int) -> Bool? {
    if withdrawals.isEmpty { return nil }
    var next = parent
    while next >= 0, nodes[next].isWork {
      if let isReplacement = withdrawals[next]?[key] { return isReplacement }
      // Inside a composition with this id, the id belongs to another lane.
      let lane = nodes[next].lane
      if lane >= 0, lanes[lane].key?.key == key { return nil }
      next = nodes[next].parent
    }
    return nil
  }

  // MARK: Pauses

  /// Notes that work pauses.
  ///
  /// Until `endPause`, the given ids reach all of it.
  ///
  /// Work that contains ids begins with such a pause, because its content may start in a later turn.
  /// An id that was cancelled or replaced between the end of the parts and the pause has reached the work, too.
  package mutating func pause(_ id: ID, reachedBy keys: [TaskKey], _ outcome: inout Outcome) {
    guard contains(id), nodes[id.slot].isLive else { return }
    if let withdrawn = withdrawals[id.slot], let key = keys.first(where: { withdrawn[$0] != nil }) {
      return cancel([id], isReplacement: withdrawn[key] == true, &outcome)
    }
    for key in keys { addAlias(key, to: id.slot) }
  }

  /// Notes that the content of the work starts now.
  package mutating func endPause(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    dropAliases(of: id.slot, &outcome)
    if !nodes[id.slot].keepsClaims { dropClaims(of: id.slot, &outcome) }
  }

  // MARK: Relations

  /// Returns the work and the compositions that it is part of.
  func workAbove(_ slot: Int) -> [ID] {
    var ids: [ID] = []
    var next = slot
    while next >= 0, nodes[next].isWork {
      ids.append(id(of: next))
      next = nodes[next].parent
    }
    return ids
  }

  /// Returns the start of the effect that the work belongs to.
  func start(of slot: Int) -> Int {
    var top = slot
    while nodes[top].parent >= 0, nodes[nodes[top].parent].isWork { top = nodes[top].parent }
    return nodes[top].generation
  }
}
