/// The lanes of ids. Inside a composition, the composition's own id is another lane.
extension ReferenceEffects {
  struct LaneKey: Hashable {
    let id: Int
    /// The nearest composition above with the same id.
    let composition: Int?
  }

  struct Lane {
    var waiting: [(work: Int, limit: Int)] = []
    /// The work that begins when the timer fires.
    var pending: Int?
    /// The duration of the window that a throttle opened.
    var window: Int?
  }

  func laneKey(_ id: Int, below parent: Int?) -> LaneKey {
    var next = parent
    while let work = next, works[work].lane?.id != id { next = works[work].scope.parent }
    return LaneKey(id: id, composition: next)
  }

  /// Returns the running and waiting work in a lane that wasn't cancelled.
  func members(of lane: LaneKey) -> [Int] {
    works.indices.filter { index in
      let work = works[index]
      return work.isLive
        && (work.lane == lane || work.isHeldBack && work.aliases.contains(lane))
    }
  }

  /// Returns the work that an effect meets when it enters a lane, except waiting work that started later.
  private func others(than index: Int, in lane: LaneKey) -> [Int] {
    let outermost = outermost(index)
    return members(of: lane).filter { other in
      let waits = works[other].lane != lane || works[other].phase == .waiting
      return other != index && !(waits && self.outermost(other) > outermost)
        && !isAbove(other, index)
    }
  }

  /// Returns the effect of the action that contains the work, or is the work.
  private func outermost(_ index: Int) -> Int {
    var top = index
    while let parent = works[top].scope.parent { top = parent }
    return top
  }

  /// Whether work is an ancestor of other work.
  private func isAbove(_ index: Int, _ other: Int?) -> Bool {
    var next = other.flatMap { works[$0].scope.parent }
    while let work = next, work != index { next = works[work].scope.parent }
    return next != nil
  }

  /// Prevents parts that wait below others from beginning.
  private mutating func withdraw(from lane: LaneKey, by index: Int) {
    for other in works.indices where works[other].isLive && works[other].claims.contains(lane) {
      let isRepeated = if case .retry = works[other].plan.kind { true } else { false }
      guard isRepeated || works[other].isHeldBack, other != index, !isAbove(other, index) else {
        continue
      }
      if outermost(other) > outermost(index) { continue }
      works[other].withdrawn[lane.id] = true
    }
  }

  /// Whether a part that is about to begin was already cancelled, and whether another effect did it.
  func withdrawal(of id: Int, below parent: Int?) -> Bool? {
    var next = parent
    while let work = next {
      if let isReplacement = works[work].withdrawn[id] { return isReplacement }
      if works[work].lane?.id == id { return nil }
      next = works[work].scope.parent
    }
    return nil
  }

  /// Cancels running and waiting work under an id, except the compositions that contain the cancel.
  mutating func cancel(id: Int, below parent: Int?) {
    var lanes = [LaneKey(id: id, composition: nil)]
    var above: Set<Int> = []
    var next = parent
    while let work = next {
      above.insert(work)
      if works[work].lane?.id == id { lanes.append(LaneKey(id: id, composition: work)) }
      next = works[work].scope.parent
    }
    let reached = lanes.flatMap { members(of: $0) }.filter { !above.contains($0) }
    for lane in lanes {
      for other in works.indices
      where works[other].isLive && works[other].claims.contains(lane) && !above.contains(other) {
        let isRepeated = if case .retry = works[other].plan.kind { true } else { false }
        if isRepeated || works[other].isHeldBack { works[other].withdrawn[id] = false }
      }
    }
    withdraw(reached, under: id, isReplacement: false, notAbove: Array(above))
    cancel(reached)
  }

  /// Prevents a retry from restarting a part that was cancelled by its id.
  private mutating func withdraw(
    _ parts: [Int],
    under id: Int,
    isReplacement: Bool,
    notAbove above: [Int]
  ) {
    for part in parts {
      var next = works[part].scope.parent
      while let work = next, works[work].lane?.id != id {
        if case .retry = works[work].plan.kind, !above.contains(work) {
          works[work].withdrawn[id] = isReplacement
        }
        next = works[work].scope.parent
      }
    }
  }

  /// Returns the number of work items that have begun but not ended, cancelled or not.
  private func runningCount(in lane: LaneKey, without index: Int? = nil) -> Int {
    works.indices.count {
      $0 != index && works[$0].lane == lane && works[$0].phase != .waiting
        && works[$0].phase != .ended
    }
  }

  /// Adds work to its lane according to the rule.
  ///
  /// - Returns: `false` if it is dropped.
  mutating func enter(_ index: Int, _ lane: LaneKey, _ rule: EffectPlan.Rule) -> Bool {
    works[index].lane = lane
    let others = others(than: index, in: lane)
    switch rule {
    case .allow:
      dropPending(in: lane, before: index)
      start(index)
    case .restart:
      replace(others, in: lane, by: index)
      start(index)
    case .drop:
      guard others.isEmpty else { return false }
      wait(index, lane, limit: 1)
    case .wait(let limit):
      dropPending(in: lane, before: index)
      wait(index, lane, limit: limit)
    case .debounce(let duration):
      replace(others, in: lane, by: index)
      replacePending(in: lane)
      lanes[lane, default: Lane()].pending = index
      lanes[lane]?.window = nil
      works[index].phase = .waiting
      startTimer(duration, .lane(lane))
    case .throttle(let duration, let latest):
      guard lanes[lane]?.window != nil else {
        replace(others, in: lane, by: index)
        lanes[lane, default: Lane()].window = duration
        startTimer(duration, .lane(lane))
        start(index)
        return true
      }
      guard latest else { return false }
      replacePending(in: lane)
      lanes[lane]?.pending = index
      works[index].phase = .waiting
    }
    return true
  }

  /// Newer work replaces work that the timer would begin.
  private mutating func dropPending(in lane: LaneKey, before index: Int) {
    guard let pending = lanes[lane]?.pending, outermost(pending) <= outermost(index) else { return }
    replacePending(in: lane)
  }

  private mutating func replacePending(in lane: LaneKey) {
    guard let pending = lanes[lane]?.pending else { return }
    works[pending].isDisplaced = true
    cancel([pending])
  }

  private mutating func wait(_ index: Int, _ lane: LaneKey, limit: Int) {
    if lanes[lane]?.waiting.isEmpty != false, runningCount(in: lane, without: index) < limit {
      return start(index)
    }
    works[index].phase = .waiting
    lanes[lane, default: Lane()].waiting.append((index, limit))
  }

  mutating func timerFired(in lane: LaneKey) {
    guard let pending = lanes[lane]?.pending else {
      lanes[lane]?.window = nil
      return
    }
    lanes[lane]?.pending = nil
    replace(others(than: pending, in: lane), in: lane, by: pending)
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

  /// Starts work.
  ///
  /// Compositions begin immediately, up to a part that takes time. Those that have waited begin in a later turn.
  private mutating func start(_ index: Int) {
    let hasWaited = works[index].phase == .waiting
    works[index].phase = .starting
    if works[index].plan.isMerge { return }
    let plan = works[index].plan
    if !hasWaited, !plan.isOperation, !plan.isPolicyThatSends {
      return begin(index, isStarting: true)
    }
    turns.append(.begin(index))
  }

  mutating func beginWaiting(in lane: LaneKey) {
    while let next = lanes[lane]?.waiting.first, runningCount(in: lane) < next.limit {
      lanes[lane]?.waiting.removeFirst()
      start(next.work)
    }
  }

  // MARK: Cancellation

  private mutating func replace(_ replaced: [Int], in lane: LaneKey, by index: Int) {
    withdraw(from: lane, by: index)
    let above = works.indices.filter { isAbove($0, index) }
    withdraw(replaced, under: lane.id, isReplacement: true, notAbove: above)
    for index in replaced { works[index].isDisplaced = true }
    cancel(replaced)
  }

  /// Returns the work below others in the order of its beginning, including the others.
  func worksBelow(_ tops: [Int]) -> [Int] {
    var all: [Int] = []
    var pending = Array(tops.reversed())
    while let next = pending.popLast() {
      all += works[next].parts
      pending += works[next].parts.reversed()
    }
    return all
  }

  /// Cancels work and everything below it.
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
