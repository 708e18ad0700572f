/// An id is one lane; inside a composition the composition's own id is another one.
extension ReferenceEffects {
  struct LaneKey: Hashable {
    let id: Int
    /// The nearest composition above that has the same id.
    let composition: Int?
  }

  struct Lane {
    var waiting: [(work: Int, limit: Int)] = []
    /// Begins when the timer fires.
    var pending: Int?
    /// The length of the window that a throttle has opened.
    var window: Int?
  }

  func laneKey(_ id: Int, below parent: Int?) -> LaneKey {
    var next = parent
    while let work = next, works[work].lane?.id != id { next = works[work].scope.parent }
    return LaneKey(id: id, composition: next)
  }

  /// What runs or waits in a lane and was not cancelled.
  func members(of lane: LaneKey) -> [Int] {
    works.indices.filter { index in
      let work = works[index]
      return work.isLive
        && (work.lane == lane || work.phase == .waiting && work.aliases.contains(lane))
    }
  }

  /// What has begun and not ended, cancelled or not.
  private func runningCount(in lane: LaneKey) -> Int {
    works.count { $0.lane == lane && $0.phase != .waiting && $0.phase != .ended }
  }

  /// Brings work into its lane, as the rule says.
  ///
  /// - Returns: `false` if it is dropped.
  mutating func enter(_ index: Int, _ lane: LaneKey, _ rule: EffectPlan.Rule) -> Bool {
    let others = members(of: lane)
    works[index].lane = lane
    switch rule {
    case .allow: start(index)
    case .restart:
      replace(others)
      start(index)
    case .drop:
      guard others.isEmpty else { return false }
      wait(index, lane, limit: 1)
    case .wait(let limit): wait(index, lane, limit: limit)
    case .debounce(let duration):
      if let pending = lanes[lane]?.pending { replace([pending]) }
      lanes[lane, default: Lane()].pending = index
      lanes[lane]?.window = nil
      works[index].phase = .waiting
      startTimer(duration, .lane(lane))
    case .throttle(let duration, let latest):
      guard lanes[lane]?.window != nil else {
        replace(others)
        lanes[lane, default: Lane()].window = duration
        startTimer(duration, .lane(lane))
        start(index)
        return true
      }
      guard latest else { return false }
      if let pending = lanes[lane]?.pending { replace([pending]) }
      lanes[lane]?.pending = index
      works[index].phase = .waiting
    }
    return true
  }

  private mutating func wait(_ index: Int, _ lane: LaneKey, limit: Int) {
    works[index].phase = .waiting
    lanes[lane, default: Lane()].waiting.append((index, limit))
    beginWaiting(in: lane)
  }

  mutating func timerFired(in lane: LaneKey) {
    guard let pending = lanes[lane]?.pending else {
      lanes[lane]?.window = nil
      return
    }
    lanes[lane]?.pending = nil
    replace(members(of: lane).filter { $0 != pending })
    start(pending)
    if let window = lanes[lane]?.window { startTimer(window, .lane(lane)) }
  }

  mutating func startTimer(_ duration: Int, _ purpose: Timer.Purpose) {
    stopTimer(purpose)
    timers.append(Timer(time: now + duration, purpose: purpose))
  }

  mutating func stopTimer(_ purpose: Timer.Purpose) {
    timers.removeAll { $0.purpose == purpose }
  }

  private mutating func start(_ index: Int) {
    works[index].phase = .starting
    if !works[index].plan.isMerge { turns.append(.begin(index)) }
  }

  mutating func beginWaiting(in lane: LaneKey) {
    while let next = lanes[lane]?.waiting.first, runningCount(in: lane) < next.limit {
      lanes[lane]?.waiting.removeFirst()
      start(next.work)
    }
  }

  // MARK: Cancellation

  private mutating func replace(_ replaced: [Int]) {
    for index in replaced { works[index].isDisplaced = true }
    cancel(replaced)
  }

  /// In the order of their beginning, with those above.
  func worksBelow(_ tops: [Int]) -> [Int] {
    var all: [Int] = []
    var pending = Array(tops.reversed())
    while let next = pending.popLast() {
      all += works[next].parts
      pending += works[next].parts.reversed()
    }
    return all
  }

  /// Cancels work and all that is below it.
  mutating func cancel(_ tops: [Int]) {
    let reached = Set(tops + worksBelow(tops)).sorted().filter { works[$0].isLive }
    for index in reached { works[index].isCancelled = true }
    for index in reached {
      let work = works[index]
      switch work.phase {
      case .starting, .leaving, .ended: break
      case .waiting:
        turns.append(.begin(index))
        if let lane = work.lane { stopWaiting(index, lane) }
      case .running where work.plan.isLeaf:
        works[index].wasCancelledAtGate = true
        if !work.isStubborn { turns.append(.leaveGate(index)) }
      case .running:
        if work.parts.isEmpty { turns.append(.endParts(index)) }
      }
    }
    for index in reached where works[index].phase == .waiting {
      if let lane = works[index].lane { beginWaiting(in: lane) }
    }
  }

  private mutating func stopWaiting(_ index: Int, _ lane: LaneKey) {
    lanes[lane]?.waiting.removeAll { $0.work == index }
    guard lanes[lane]?.pending == index else { return }
    lanes[lane]?.pending = nil
    // The window of a throttle stays open.
    if lanes[lane]?.window == nil { stopTimer(.lane(lane)) }
  }
}
