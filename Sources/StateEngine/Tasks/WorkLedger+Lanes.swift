extension WorkLedger {
  /// An id is one lane: all work that has it meets there, whichever operator gives it.
  ///
  /// Inside a composition its own id is another lane, so that its parts meet each other there and never
  /// the composition that they are a part of.
  struct LaneKey: Hashable {
    let key: TaskKey
    /// The nearest composition above that has the same id.
    let composition: ID?
  }

  struct Lane {
    struct Waiting {
      let id: ID
      let limit: Int
    }

    /// Absent when the lane is free.
    var key: LaneKey?
    /// Work that was not cancelled, whether it runs or waits.
    var live = IDSet()
    /// The part of it that runs.
    var liveRunningCount = 0
    /// Work that has begun and not ended, cancelled or not.
    var runningCount = 0
    /// Work that waits for an end, in order; that which was cancelled is skipped.
    var waiting = Queue<Waiting>()
    var waitingCount = 0
    /// Work that begins when the timer fires.
    var pending: ID?
    /// The length of the window that a throttle has opened.
    var window: Duration?
    var timer: TimerID?

    var isEmpty: Bool {
      live.isEmpty && runningCount == 0 && timer == nil
    }
  }

  enum Entry {
    case starts
    case waits
    case isDropped
  }

  /// Whether work with this id has begun and was not cancelled.
  package func isRunning(_ key: TaskKey) -> Bool {
    guard let lane = laneIndices[LaneKey(key: key, composition: nil)] else { return false }
    return lanes[Int(lane)].liveRunningCount > 0
  }

  /// The ids in use.
  package var keys: [TaskKey] { laneIndices.keys.map(\.key) }

  /// Cancels the work of an id, which runs or waits.
  package mutating func cancel(_ key: TaskKey, _ outcome: inout Outcome) {
    guard let lane = laneIndices[LaneKey(key: key, composition: nil)] else { return }
    cancelLive(in: lane, isReplacement: false, &outcome)
    leaveIfEmpty(lane, &outcome)
  }

  /// Whether `timerFired` has something to do for a timer.
  package func awaits(_ timer: TimerID) -> Bool {
    lanesByTimer[timer] != nil
  }

  package mutating func timerFired(_ timer: TimerID, _ outcome: inout Outcome) {
    guard let lane = lanesByTimer.removeValue(forKey: timer) else { return }
    lanes[Int(lane)].timer = nil
    if let id = lanes[Int(lane)].pending {
      lanes[Int(lane)].pending = nil
      cancelLive(in: lane, except: id, isReplacement: true, &outcome)
      grant(id, in: lane, &outcome)
      if let window = lanes[Int(lane)].window { startTimer(window, in: lane, &outcome) }
    } else {
      lanes[Int(lane)].window = nil
    }
    leaveIfEmpty(lane, &outcome)
  }

  // MARK: Entering

  /// Brings work into the lane of its id, as the rule says.
  mutating func enter(
    _ slot: Int32,
    under key: TaskKey,
    _ rule: ExecutionPolicy.Rule,
    _ outcome: inout Outcome
  ) -> Entry {
    let lane = makeLane(key, for: slot)
    let id = id(of: slot)
    self[slot].lane = lane
    let isFree = lanes[Int(lane)].live.isEmpty
    lanes[Int(lane)].live.insert(id)
    let entry = enter(id, lane, rule, isFree: isFree, &outcome)
    switch entry {
    case .starts:
      lanes[Int(lane)].runningCount += 1
      start(slot, &outcome)
    case .waits: break
    case .isDropped: lanes[Int(lane)].live.remove(id)
    }
    return entry
  }

  /// `isFree`: nothing that was not cancelled runs or waits in the lane.
  private mutating func enter(
    _ id: ID,
    _ lane: Int32,
    _ rule: ExecutionPolicy.Rule,
    isFree: Bool,
    _ outcome: inout Outcome
  ) -> Entry {
    let index = Int(lane)
    switch rule {
    case .allow:
      return .starts
    case .restart:
      cancelLive(in: lane, except: id, isReplacement: true, &outcome)
      return .starts
    case .refuse:
      return isFree ? .starts : .isDropped
    case .drop:
      // Behind work that was cancelled and has not ended: two of one id never run together.
      return isFree ? wait(id, lane, limit: 1) : .isDropped
    case .wait(let limit):
      return wait(id, lane, limit: limit)
    case .debounce(let duration):
      replacePending(with: id, in: lane, &outcome)
      startTimer(duration, in: lane, &outcome)
      lanes[index].window = nil
      return .waits
    case .throttle(let duration, let latest):
      if lanes[index].window == nil {
        cancelLive(in: lane, except: id, isReplacement: true, &outcome)
        startTimer(duration, in: lane, &outcome)
        lanes[index].window = duration
        return .starts
      }
      guard latest else { return .isDropped }
      replacePending(with: id, in: lane, &outcome)
      return .waits
    }
  }

  private mutating func wait(_ id: ID, _ lane: Int32, limit: Int) -> Entry {
    let index = Int(lane)
    if lanes[index].waitingCount == 0, lanes[index].runningCount < limit { return .starts }
    lanes[index].waiting.append(Lane.Waiting(id: id, limit: limit))
    lanes[index].waitingCount += 1
    return .waits
  }

  private mutating func replacePending(with id: ID, in lane: Int32, _ outcome: inout Outcome) {
    if let replaced = lanes[Int(lane)].pending {
      cancel(replaced.slot, isReplacement: true, &outcome)
    }
    lanes[Int(lane)].pending = id
  }

  private mutating func startTimer(
    _ duration: Duration,
    in lane: Int32,
    _ outcome: inout Outcome
  ) {
    stopTimer(of: lane, &outcome)
    lastTimer += 1
    lanes[Int(lane)].timer = lastTimer
    lanesByTimer[lastTimer] = lane
    outcome.timer = (lastTimer, duration)
  }

  private mutating func stopTimer(of lane: Int32, _ outcome: inout Outcome) {
    guard let timer = lanes[Int(lane)].timer.take() else { return }
    lanesByTimer[timer] = nil
    outcome.stoppedTimers.append(timer)
  }

  /// Lets the next throttled work begin at once.
  mutating func closeWindow(of lane: Int32, _ outcome: inout Outcome) {
    lanes[Int(lane)].window = nil
    stopTimer(of: lane, &outcome)
    leaveIfEmpty(lane, &outcome)
  }

  // MARK: Leaving

  /// Cancels what runs or waits in a lane.
  mutating func cancelLive(
    in lane: Int32,
    except kept: ID? = nil,
    isReplacement: Bool,
    _ outcome: inout Outcome
  ) {
    let ids = lanes[Int(lane)].live.sorted.filter { $0 != kept }
    guard ids.count > 1 else {
      if let id = ids.first { cancel(id.slot, isReplacement: isReplacement, &outcome) }
      return
    }
    var slots: [Int32] = []
    for id in ids {
      if isReplacement { self[id.slot].isDisplaced = true }
      slots.append(id.slot)
      slots += nodesBelow(id.slot)
    }
    cancel(slots, &outcome)
  }

  /// Takes work that was cancelled out of what its lane has to deal with.
  mutating func leaveLive(_ slot: Int32, _ outcome: inout Outcome) {
    let lane = self[slot].lane
    guard lane >= 0 else { return }
    let id = id(of: slot)
    lanes[Int(lane)].live.remove(id)
    if self[slot].hasBegun { return }
    if lanes[Int(lane)].pending == id {
      lanes[Int(lane)].pending = nil
      // The timer of a debounce has nothing left to begin; that of a throttle ends its window.
      if lanes[Int(lane)].window == nil { stopTimer(of: lane, &outcome) }
    } else if lanes[Int(lane)].waitingCount > 0 {
      lanes[Int(lane)].waitingCount -= 1
    }
  }

  /// Lets work begin that waited for work which waited before it and was cancelled.
  mutating func goOn(in lane: Int32, _ outcome: inout Outcome) {
    forgetCancelled(in: lane)
    beginWaiting(in: lane, &outcome)
  }

  /// Takes work that ends out of its lane.
  mutating func leaveLane(_ slot: Int32, _ outcome: inout Outcome) {
    let lane = self[slot].lane
    guard lane >= 0 else { return }
    if self[slot].hasBegun {
      lanes[Int(lane)].runningCount -= 1
      beginWaiting(in: lane, &outcome)
    }
    self[slot].lane = -1
    leaveIfEmpty(lane, &outcome)
  }

  /// Lets work begin that waits, as far as it may.
  private mutating func beginWaiting(in lane: Int32, _ outcome: inout Outcome) {
    let index = Int(lane)
    while lanes[index].waitingCount > 0, let next = lanes[index].waiting.first {
      let isCancelled = !contains(next.id) || !self[next.id.slot].isLive
      guard isCancelled || lanes[index].runningCount < next.limit else { return }
      lanes[index].waiting.popFirst()
      if isCancelled { continue }
      lanes[index].waitingCount -= 1
      grant(next.id, in: lane, &outcome)
    }
    if lanes[index].waitingCount == 0 { lanes[index].waiting.removeAll() }
  }

  /// Keeps the queue from growing by work that was cancelled in it.
  private mutating func forgetCancelled(in lane: Int32) {
    let index = Int(lane)
    guard lanes[index].waiting.count > 2 * lanes[index].waitingCount + 32 else { return }
    let waiting = lanes[index].waiting.elements.filter {
      contains($0.id) && self[$0.id.slot].isLive
    }
    lanes[index].waiting = Queue(waiting)
  }

  private mutating func grant(_ id: ID, in lane: Int32, _ outcome: inout Outcome) {
    lanes[Int(lane)].runningCount += 1
    start(id.slot, &outcome)
    if let turn = self[id.slot].turn.take() { outcome.begin.append((turn, id)) }
  }

  // MARK: Lanes

  private mutating func makeLane(_ key: TaskKey, for slot: Int32) -> Int32 {
    let laneKey = LaneKey(key: key, composition: composition(with: key, above: slot))
    if let lane = laneIndices[laneKey] { return lane }
    let lane: Int32
    if let free = freeLanes.popLast() {
      lane = free
      lanes[Int(lane)] = Lane(key: laneKey)
    } else {
      lane = Int32(lanes.count)
      lanes.append(Lane(key: laneKey))
    }
    laneIndices[laneKey] = lane
    return lane
  }

  private func composition(with key: TaskKey, above slot: Int32) -> ID? {
    var next = self[slot].parent
    while next >= 0, self[next].isWork {
      let lane = self[next].lane
      if lane >= 0, lanes[Int(lane)].key?.key == key { return id(of: next) }
      next = self[next].parent
    }
    return nil
  }

  private mutating func leaveIfEmpty(_ lane: Int32, _ outcome: inout Outcome) {
    guard lanes[Int(lane)].isEmpty, let key = lanes[Int(lane)].key.take() else { return }
    // All copies of a key are released outside the caller's lock: its `deinit` may come back here.
    outcome.releasedKeys.append(key.key)
    if let index = laneIndices.index(forKey: key) {
      outcome.releasedKeys.append(laneIndices.remove(at: index).key.key)
    }
    freeLanes.append(lane)
  }

  mutating func addAlias(_ alias: TaskKey, to slot: Int32) {
    let lane = makeLane(alias, for: slot)
    guard lane != self[slot].lane, !self[slot].aliases.contains(lane) else { return }
    lanes[Int(lane)].live.insert(id(of: slot))
    self[slot].aliases.append(lane)
  }

  /// Work that begins is reached by its own ids from then on.
  mutating func dropAliases(of slot: Int32, _ outcome: inout Outcome) {
    guard !self[slot].aliases.isEmpty else { return }
    for lane in self[slot].aliases {
      lanes[Int(lane)].live.remove(id(of: slot))
      leaveIfEmpty(lane, &outcome)
    }
    self[slot].aliases = []
  }
}

extension WorkLedger {
  /// A set of nodes that needs no allocation for one.
  struct IDSet {
    private var first: ID?
    private var others: Set<ID> = []

    var isEmpty: Bool { first == nil && others.isEmpty }

    /// In the order of their beginning.
    var sorted: [ID] {
      let others = others.sorted { $0.generation < $1.generation }
      guard let first else { return others }
      return others.isEmpty ? [first] : ([first] + others).sorted { $0.generation < $1.generation }
    }

    mutating func insert(_ id: ID) {
      if isEmpty { first = id } else { others.insert(id) }
    }

    mutating func remove(_ id: ID) {
      if first == id { first = nil } else { others.remove(id) }
    }
  }
}
