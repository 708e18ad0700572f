extension WorkLedger {
  /// The key of a lane.
  ///
  /// All work with the same id shares a lane, regardless of the operator that sets the id.
  ///
  /// Inside a composition, the composition's own id belongs to another lane, so that parts share a lane with each other
  /// but never with the composition that contains them.
  struct LaneKey: Hashable {
    let key: TaskKey
    /// The nearest composition above with the same id.
    let composition: ID?

    func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      if let composition { hasher.combine(composition) }
    }
  }

  struct Lane {
    struct Waiting {
      let id: ID
      let limit: Int
    }

    /// The key; `nil` if the lane is free.
    var key: LaneKey?
    /// Work with this id that wasn't cancelled, both running and waiting.
    var live = WorkIDSet()
    /// Waiting work in other lanes that this id also reaches.
    var aliased = WorkIDQueue()
    /// The number of live work items that are running.
    var liveRunningCount = 0
    /// The number of work items that have begun but not ended, including cancelled ones.
    var runningCount = 0
    /// Work that waits for other work to end, in order.
    ///
    /// Cancelled work is skipped.
    var waiting = Queue<Waiting>()
    var waitingCount = 0
    /// The work that begins when the timer fires.
    var pending: ID?
    /// The duration of the window that a throttle opened.
    var window: Duration?
    var timer: TimerID?

    var isEmpty: Bool {
      live.isEmpty && aliased.isEmpty && runningCount == 0 && timer == nil
    }

    /// Gives a free lane to another key.
    ///
    /// It has no work. Cancelled work may still be in its queue.
    mutating func reopen(_ key: LaneKey) {
      self.key = key
      pending = nil
      window = nil
      if !waiting.isEmpty { waiting.removeAll() }
      liveRunningCount = 0
      waitingCount = 0
    }
  }

  /// Whether work with this id has begun and wasn't cancelled.
  package func isRunning(_ key: TaskKey) -> Bool {
    guard let lane = laneIndices[LaneKey(key: key, composition: nil)] else { return false }
    return lanes[lane].liveRunningCount > 0
  }

  /// The ids in use.
  package var keys: [TaskKey] { laneIndices.all.map(\.key.key) }

  /// Cancels running and waiting work with an id.
  ///
  /// If the cancel is part of compositions, it doesn't reach these.
  package mutating func cancel(_ key: TaskKey, by part: ID? = nil, _ outcome: inout Outcome) {
    let above = part.map { contains($0) ? workAbove($0.slot) : [] } ?? []
    var places = [LaneKey(key: key, composition: nil)]
    for id in above where nodes[id.slot].lane >= 0 && lanes[nodes[id.slot].lane].key?.key == key {
      places.append(LaneKey(key: key, composition: id))
    }
    for place in places { withdraw(place, notAbove: above, isReplacement: false) }
    let reached = places.compactMap { laneIndices[$0] }.flatMap { members(of: $0) }
      .filter { !above.contains($0) }
    withdraw(reached, under: key, notAbove: above, isReplacement: false)
    cancel(reached, isReplacement: false, &outcome)
    // The cancel may have freed a lane.
    for place in places {
      if let lane = laneIndices[place] { leaveIfEmpty(lane, &outcome) }
    }
  }

  mutating func makeLane(_ key: TaskKey, for slot: Int) -> Int {
    let laneKey = LaneKey(key: key, composition: composition(with: key, above: slot))
    if let lane = laneIndices[laneKey] { return lane }
    let lane: Int
    if let free = freeLanes.popLast() {
      lane = free
      lanes[lane].reopen(laneKey)
    } else {
      lane = lanes.count
      lanes.append(Lane(key: laneKey))
    }
    laneIndices.insert(lane, for: laneKey)
    return lane
  }

  func composition(with key: TaskKey, above slot: Int) -> ID? {
    var next = nodes[slot].parent
    while next >= 0, nodes[next].isWork {
      let lane = nodes[next].lane
      if lane >= 0, lanes[lane].key?.key == key { return id(of: next) }
      next = nodes[next].parent
    }
    return nil
  }

  mutating func leaveIfEmpty(_ lane: Int, _ outcome: inout Outcome) {
    guard lanes[lane].isEmpty, let key = lanes[lane].key.take() else { return }
    // The last copy is released outside the caller's lock, because the `deinit` of its value may call back.
    outcome.releasedKeys.append(key.key)
    laneIndices.remove(lane, for: key)
    freeLanes.append(lane)
  }

  mutating func addAlias(_ alias: TaskKey, to slot: Int) {
    let lane = makeLane(alias, for: slot)
    guard lane != nodes[slot].lane, !attachments[slot].aliases.contains(lane) else { return }
    lanes[lane].aliased.insert(id(of: slot), of: start(of: slot))
    attachments[slot].aliases.append(lane)
  }

  /// Removes the aliases: from now on, the effects in the work are reached by their own ids.
  mutating func dropAliases(of slot: Int, _ outcome: inout Outcome) {
    guard !attachments[slot].aliases.isEmpty else { return }
    for lane in attachments[slot].aliases.takeAll() {
      lanes[lane].aliased.remove(id(of: slot), of: start(of: slot))
      leaveIfEmpty(lane, &outcome)
    }
  }
}
