/// The beginning, continuation, and end of effects and compositions.
extension ReferenceEffects {
  /// Starts an effect.
  ///
  /// Below cancelled work, only cancels are performed.
  mutating func start(_ plan: EffectPlan, in scope: Scope) {
    let plan = plan.simplified
    switch plan.kind {
    case .cancel(let id):
      if passThrough(plan, scope) { cancel(id: id, below: scope.parent) }
    case .merge(let parts): startMerge(plan, parts, in: scope)
    case .send(let sent):
      if passThrough(plan, scope) { send(sent, parent: scope.action, from: scope.inherited) }
    case .leaf, .concatenate, .retry, .scheduled, .delayed: enter(plan, scope)
    case .every(_, let interval, _):
      if let index = enter(plan, scope) { startTimer(interval, .tick(index)) }
    case .timeout: enter(plan, scope)
    case .grouped: break
    }
  }

  private mutating func startMerge(_ plan: EffectPlan, _ parts: [EffectPlan], in scope: Scope) {
    var inner = scope
    inner.priority = scope.priority ?? plan.priority
    guard plan.id != nil else {
      inner.taker = taker(of: plan, in: scope)
      for part in parts { start(part, in: inner) }
      return
    }
    guard let group = enter(plan, scope) else { return }
    inner.taker = works[group].taker
    inner.parent = group
    inner.isPart = true
    for part in parts { start(part, in: inner) }
    works[group].isClosed = true
    if works[group].parts.isEmpty { end(group) }
  }

  /// Handles an effect that completes immediately.
  ///
  /// It still replaces the work in flight under its id.
  ///
  /// - Returns: Whether it is performed.
  private mutating func passThrough(_ plan: EffectPlan, _ scope: Scope) -> Bool {
    guard plan.id != nil else { return true }
    var empty = plan
    empty.kind = .merge([])
    guard let index = enter(empty, scope) else { return false }
    end(index)
    return true
  }

  /// Returns the handler of the failures of a composition's parts.
  private mutating func taker(of plan: EffectPlan, in scope: Scope) -> Int? {
    guard !plan.isOperation, let handler = plan.handler else { return scope.taker }
    takers.append(.handler(handler, hasBeenCalled: false))
    return takers.count - 1
  }

  @discardableResult
  private mutating func enter(_ plan: EffectPlan, _ scope: Scope) -> Int? {
    let isLive =
      scope.parent.map { works[$0].isLive } ?? !actions[scope.action].isCancelled
    guard isLive else { return nil }
    let index = works.count
    var work = Work(plan: plan, scope: scope)
    work.taker = taker(of: plan, in: scope)
    work.priority = scope.priority ?? plan.priority ?? scope.inherited
    if let entry = plan.entry, let isReplacement = withdrawal(of: entry.id, below: scope.parent) {
      if isReplacement, scope.isPart, let parent = scope.parent { works[parent].hasLostPart = true }
      return nil
    }
    let own = plan.entry.map { [$0.id] } ?? []
    let enclosed = Set(plan.ownIDs)
    switch plan.kind {
    case .scheduled(let inner, _, _), .delayed(let inner, _):
      work.aliases = inner.ownIDs.filter { !own.contains($0) }
        .map { laneKey($0, below: scope.parent) }
      work.claims = inner.partIDs(below: enclosed).map { laneKey($0, below: scope.parent) }
    case .retry(let inner, _, _):
      work.aliases = inner.ownIDs.filter { !own.contains($0) }
        .map { laneKey($0, below: scope.parent) }
      work.claims =
        work.aliases + inner.partIDs(below: enclosed).map { laneKey($0, below: scope.parent) }
    default: break
    }
    if case .delayed(_, let duration) = plan.kind {
      work.isPausing = true
      startTimer(duration, .delay(index))
    }
    if case .timeout(_, let duration) = plan.kind { startTimer(duration, .deadline(index)) }
    works.append(work)
    if let parent = scope.parent { works[parent].parts.append(index) }
    guard let entry = plan.entry else {
      if plan.isOperation {
        turns.append(.begin(index))
      } else if !plan.isMerge {
        begin(index, isStarting: true)
      }
      return index
    }
    if enter(index, laneKey(entry.id, below: scope.parent), entry.rule) { return index }
    works[index].isCancelled = true
    works[index].isDisplaced = true
    works[index].lane = nil
    leave(index)
    return nil
  }

  mutating func begin(_ index: Int, isStarting: Bool = false) {
    let work = works[index]
    guard work.phase == .starting || work.phase == .waiting && work.isCancelled else { return }
    if work.isCancelled { return end(index) }
    works[index].phase = .running
    works[index].hasBegun = true
    if work.isPausing { return }
    if !work.plan.isOperation { proceed(index, isStarting: isStarting) }
  }

  mutating func leaveGate(_ index: Int) {
    let work = works[index]
    guard work.phase == .running else { return }
    works[index].phase = .leaving
    // Cancelled work has no further visible results.
    if !work.isCancelled {
      switch work.outcome {
      case .success, nil: break
      case .failure: fail(index)
      case .sending(let plan):
        works[index].child = actions.count
        send(plan, parent: work.scope.action, from: work.priority)
      }
    }
    end(index)
  }

  private mutating func fail(_ index: Int) {
    let work = works[index]
    let failure = work.plan.number.map { "\($0)" } ?? ""
    if let handler = work.plan.handler {
      reports.append("\(handler): \(failure)")
    } else {
      deliver(failure, to: work.taker)
    }
  }

  /// Handles the end of an interval of a repeating effect.
  mutating func tick(_ index: Int) {
    guard works[index].phase == .running, !works[index].isCancelled,
      case .every(let number, let interval, let count) = works[index].plan.kind
    else { return }
    tickCounts[number, default: 0] += 1
    reports.append("tick \(number)")
    if tickCounts[number, default: 0] < count { return startTimer(interval, .tick(index)) }
    fail(index)
    end(index)
  }

  private mutating func end(_ index: Int) {
    let hasBegun = works[index].phase != .waiting
    works[index].phase = .ended
    stopTimer(.deadline(index))
    stopTimer(.pause(index))
    stopTimer(.delay(index))
    stopTimer(.tick(index))
    if hasBegun, let lane = works[index].lane { beginWaiting(in: lane) }
    leave(index)
    guard let parent = works[index].scope.parent, works[parent].parts.isEmpty else { return }
    if !works[parent].plan.isMerge {
      turns.append(.endParts(parent))
    } else if works[parent].isClosed {
      end(parent)
    }
  }

  private mutating func leave(_ index: Int) {
    let work = works[index]
    works[index].phase = .ended
    guard let parent = work.scope.parent else { return }
    works[parent].parts.removeAll { $0 == index }
    let isLost = work.isDisplaced || work.plan.isMerge && work.hasLostPart
    if work.scope.isPart, isLost { works[parent].hasLostPart = true }
  }

  // MARK: Compositions

  /// Continues a composition up to a part that takes time, or to its end.
  ///
  /// Parts that begin together with the composition inherit the priority that it inherits.
  mutating func proceed(_ index: Int, isStarting: Bool = false) {
    while !works[index].isCancelled, let part = nextPart(of: index) {
      works[index].nextPart += 1
      takers.append(.composition(failures: []))
      works[index].partTaker = takers.count - 1
      start(
        part,
        in: Scope(
          action: works[index].scope.action,
          parent: index,
          taker: takers.count - 1,
          isPart: true,
          priority: works[index].scope.priority ?? works[index].plan.priority,
          inherited: isStarting ? works[index].scope.inherited : works[index].priority
        )
      )
      if !works[index].parts.isEmpty { return }
      if isStarting, !part.takesNoTime, nextPart(of: index) != nil, works[index].plan.isInOrder {
        return turns.append(.endParts(index))
      }
      if !endParts(index) { return }
    }
    end(index)
  }

  private func nextPart(of index: Int) -> EffectPlan? {
    let work = works[index]
    switch work.plan.kind {
    case .concatenate(let parts): return work.nextPart < parts.count ? parts[work.nextPart] : nil
    case .retry(let plan, _, _), .timeout(let plan, _), .scheduled(let plan, _, _): return plan
    case .delayed(let plan, _): return plan
    case .leaf, .every, .merge, .cancel, .send, .grouped: return nil
    }
  }

  /// - Returns: Whether the composition continues with its next part.
  mutating func endParts(_ index: Int) -> Bool {
    let work = works[index]
    guard work.phase == .running, work.parts.isEmpty else { return false }
    guard !work.isCancelled, let taker = work.partTaker,
      case .composition(let failures) = takers[taker]
    else {
      // A part that was replaced before the cancel still stops the rest.
      if work.hasLostPart { works[index].isDisplaced = true }
      end(index)
      return false
    }
    works[index].hasLostPart = false
    switch work.plan.kind {
    case .concatenate:
      if failures.isEmpty, !work.hasLostPart { return true }
    case .retry(_, let attempts, let pause):
      if !failures.isEmpty, !work.hasLostPart, work.nextPart < attempts {
        works[index].isPausing = true
        startTimer(pause, .pause(index))
        return false
      }
    case .timeout(_, let duration) where work.isLate:
      deliver("timeout \(Duration.milliseconds(duration))", to: work.taker)
      end(index)
      return false
    case .timeout, .scheduled, .delayed, .leaf, .every, .merge, .cancel, .send, .grouped: break
    }
    for failure in failures { deliver(failure, to: work.taker) }
    if work.hasLostPart { works[index].isDisplaced = true }
    end(index)
    return false
  }

  private mutating func deliver(_ failure: String, to taker: Int?) {
    guard let taker else { return reports.append("store: \(failure)") }
    switch takers[taker] {
    case .handler(_, hasBeenCalled: true): break
    case .handler(let name, hasBeenCalled: false):
      takers[taker] = .handler(name, hasBeenCalled: true)
      reports.append("\(name): \(failure)")
    case .composition(let failures): takers[taker] = .composition(failures: failures + [failure])
    }
  }
}
