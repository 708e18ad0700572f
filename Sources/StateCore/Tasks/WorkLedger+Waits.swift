/// A wait that keeps a handler, an effect or a delivery from ending.
package struct BlockedWork {
  /// The effect that waits, or the action whose handler waits.
  package let id: WorkID
  /// Whether it is a handler.
  ///
  /// If so, the queued actions of its owner wait behind it.
  package let isHandler: Bool

  package init(_ id: WorkID, isHandler: Bool) {
    self.id = id
    self.isHandler = isHandler
  }
}

/// The end of an action that a wait is for.
package struct AwaitedEnd {
  package let id: WorkID
  /// Whether the wait is only for the end of its handler.
  package let isOfHandler: Bool

  package init(_ id: WorkID, isOfHandler: Bool) {
    self.id = id
    self.isOfHandler = isOfHandler
  }
}

extension WorkLedger {
  /// Returns, for each awaited end, whether it can happen while other work waits.
  ///
  /// Work that isn't blocked is assumed to end. Work in a lane depends on the work before it, as far as its limit
  /// requires. A queued action depends on the handler of its owner. An action or a composition depends on everything
  /// below it. Work that waits for a time, such as a debounce, depends on nothing.
  ///
  /// - Complexity: O(n·d), where d is the length of the longest chain of such dependencies.
  package func canEnd(_ awaited: [AwaitedEnd], while blocked: [BlockedWork]) -> [Bool] {
    let endings = WorkEndings(self, blocked)
    return awaited.map { end in
      guard contains(end.id), let action = nodes[end.id.slot].action else { return true }
      if end.isOfHandler { return action.isHandled || endings.canBeHandled(end.id.slot) }
      return action.isDone || endings.canEnd[end.id.slot]
    }
  }
}

/// The nodes of a ledger that can end while others are blocked.
private struct WorkEndings {
  private let ledger: WorkLedger
  private var isBlocked: [Bool]
  /// The slots of owners with a blocked handler.
  private var blockedOwners: Set<Int> = []
  /// The work that has begun, by lane.
  private var begun: [Int: [Int]] = [:]
  private(set) var canEnd: [Bool]

  init(_ ledger: WorkLedger, _ blocked: [BlockedWork]) {
    self.ledger = ledger
    isBlocked = Array(repeating: false, count: ledger.nodes.count)
    canEnd = isBlocked
    for work in blocked where ledger.contains(work.id) {
      isBlocked[work.id.slot] = true
      if work.isHandler, !ledger.isHandled(work.id), let owner = ledger.owner(of: work.id) {
        blockedOwners.insert(owner.slot)
      }
    }
    let open = ledger.nodes.indices.filter {
      ledger.nodes[$0].isWork || ledger.nodes[$0].action != nil
    }
    for slot in open where ledger.nodes[slot].lane >= 0 && ledger.nodes[slot].hasBegun {
      begun[ledger.nodes[slot].lane, default: []].append(slot)
    }
    findEndings(open)
  }

  /// Finds the nodes that can end.
  ///
  /// At first none can, so that work items that wait only for each other never can.
  private mutating func findEndings(_ slots: [Int]) {
    var rest = slots
    while true {
      let count = rest.count
      // The nodes added last are usually below the others.
      for slot in rest.reversed() where isFreeToEnd(slot) { canEnd[slot] = true }
      rest.removeAll { canEnd[$0] }
      if rest.isEmpty || rest.count == count { return }
    }
  }

  private func isFreeToEnd(_ slot: Int) -> Bool {
    if isBlocked[slot] { return false }
    let isFree = ledger.nodes[slot].isWork ? canBegin(slot) : canBeHandled(slot)
    guard isFree else { return false }
    var child = ledger.nodes[slot].firstChild
    while child >= 0 {
      guard canEnd[child] else { return false }
      child = ledger.nodes[child].next
    }
    return true
  }

  func canBeHandled(_ slot: Int) -> Bool {
    guard let action = ledger.nodes[slot].action, !action.isHandled else { return true }
    if isBlocked[slot] { return false }
    guard action.isQueued, let owner = ledger.owner(of: ledger.id(of: slot)) else { return true }
    return !blockedOwners.contains(owner.slot)
  }

  private func canBegin(_ slot: Int) -> Bool {
    let node = ledger.nodes[slot]
    // Waiting work that was cancelled ends without its turn.
    if node.hasBegun || !node.isLive || node.lane < 0 { return true }
    let id = ledger.id(of: slot)
    let lane = ledger.lanes[node.lane]
    if lane.pending == id { return true }
    var stuckCount = (begun[node.lane] ?? []).count { !canEnd[$0] }
    for next in lane.waiting.elements where ledger.contains(next.id) {
      guard ledger.nodes[next.id.slot].isLive else { continue }
      guard stuckCount < next.limit else { return false }
      if next.id == id { return true }
      if !canEnd[next.id.slot] { stuckCount += 1 }
    }
    return true
  }
}

extension ExecutionPolicy.Rule {
  /// Whether the rule can make work wait for other work to end.
  package var waitsForOthers: Bool {
    switch self {
    case .wait, .drop: true
    case .allow, .refuse, .restart, .debounce, .throttle: false
    }
  }
}
