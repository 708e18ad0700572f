/// The rules of running work: which work an owner has, for which action and under which ids, in which
/// state it is, which waiters it has, and which policy lets the next begin.
///
/// Owners, actions and work are the nodes of a tree. An owner is a store or a bag. An action belongs to
/// its owner or to the action that sent it; work belongs to its action, or to the composition that it
/// is a part of. A cancel reaches a node and everything below it. A node is gone when it has ended and
/// nothing is left below it; the end of old work never touches its successor.
///
/// Each change returns an `Outcome`, which the caller carries out after it has let go of its lock.
///
/// - Complexity: O(1) for work that begins and ends; O(n) for a cancel that reaches n nodes.
package struct WorkLedger {
  package typealias ID = WorkID

  package enum Admission {
    case started(ID)
    /// The work has its turn when `Outcome.begin` says so.
    case waiting(ID)
    /// A policy drops the work, or another effect has replaced it before it could begin.
    case refused
    /// A cancel came first.
    case cancelled
  }

  package typealias TimerID = Int

  var nodes: ContiguousArray<Node> = []
  /// Slots of nodes that are gone; those behind the last node count no more.
  var freeSlots: ContiguousArray<Int> = []
  /// The room that `trim` leaves.
  var slotsToKeep = 64
  var lastGeneration = 0
  var lanes: ContiguousArray<Lane> = []
  var freeLanes: ContiguousArray<Int> = []
  var laneIndices: [LaneKey: Int] = [:]
  var lanesByTimer: [TimerID: Int] = [:]
  var lastTimer = 0
  /// The work that claims an id for its parts.
  var claimants: [LaneKey: WorkIDQueue] = [:]
  /// The ids that work claims, by its slot.
  var claims: [Int: [LaneKey]] = [:]
  /// The number of nodes that start their parts again.
  var repeatingCount = 0
  /// The ids whose parts do not begin any more, by the slot above them, with whether they were replaced.
  var withdrawals: [Int: [TaskKey: Bool]] = [:]
  /// The actions whose handlers owners have suspended.
  var suspended: [Int: ID] = [:]
  /// The listeners of owners that are recorded.
  var listeners: [Int: any WorkListener] = [:]
  var hasListeners = false
  /// Whether a listener has been told something since the ledger's shell has asked.
  var hasTold = false

  /// The work that has begun and was not cancelled: operations, and compositions without a part.
  package internal(set) var runningCount = 0
  /// The work that waits or runs and was not cancelled.
  package internal(set) var liveCount = 0
  /// The work that has not ended, cancelled or not, and the actions that have not been handled.
  package internal(set) var unfinishedCount = 0

  package init() {}

  /// The number of nodes: owners, actions and work.
  package internal(set) var count = 0

  // MARK: Work

  /// Decides whether work may begin, and enters it unless it is refused.
  package mutating func begin(_ request: WorkRequest, _ outcome: inout Outcome) -> Admission {
    guard contains(request.parent), nodes[request.parent.slot].isLive,
      nodes[request.parent.slot].action?.isDone != true
    else { return .cancelled }
    let slot = insert(.work(request.kind), below: request.parent.slot)
    nodes[slot].isPart = request.isPart
    if request.inside?.keepsClaims == true {
      nodes[slot].keepsClaims = true
      repeatingCount += 1
    }
    nodes[slot].label = request.label
    nodes[slot].hasBegun = false
    liveCount += 1
    unfinishedCount += 1
    nodes[request.parent.slot].workCount += 1
    let id = id(of: slot)
    guard let key = request.key else {
      start(slot, &outcome)
      if let inside = request.inside { add(inside, to: slot) }
      return .started(id)
    }
    if let isReplacement = withdrawal(of: key, below: request.parent.slot) {
      refuse(slot, isDisplaced: isReplacement, &outcome)
      return isReplacement ? .refused : .cancelled
    }
    switch enter(slot, under: key, request.rule, &outcome) {
    case .starts:
      if let inside = request.inside { add(inside, to: slot) }
      return .started(id)
    case .waits:
      if let inside = request.inside { add(inside, to: slot) }
      note(.waiting, slot)
      return .waiting(id)
    case .isDropped:
      refuse(slot, isDisplaced: true, &outcome)
      return .refused
    }
  }

  private mutating func add(_ inside: IDsInside, to slot: Int) {
    for alias in inside.aliases { addAlias(alias, to: slot) }
    addClaims(inside.claims, to: slot)
  }

  private mutating func refuse(_ slot: Int, isDisplaced: Bool, _ outcome: inout Outcome) {
    note(.dropped, slot)
    // The end of work that never begins is not told.
    if let label = nodes[slot].label.take() { outcome.releasedLabels.append(label) }
    nodes[slot].isDisplaced = isDisplaced
    nodes[slot].isLive = false
    liveCount -= 1
    remove(slot, &outcome)
  }

  /// Enters work that has no task before its turn comes.
  mutating func submit(
    _ request: WorkRequest,
    _ work: any SubmittedWork,
    _ outcome: inout Outcome
  ) -> Admission {
    let admission = begin(request, &outcome)
    switch admission {
    case .refused, .cancelled: break
    case .started(let id), .waiting(let id):
      _ = attach(.submission(work), to: id)
      _ = awaitTurn(of: id, .submission(work))
    }
    return admission
  }

  /// Gives work the signal that cancels it.
  ///
  /// - Returns: `false` if the work was cancelled or has ended in the meantime.
  package mutating func attach(_ handle: WorkSignal, to id: ID) -> Bool {
    guard contains(id), nodes[id.slot].isLive else { return false }
    nodes[id.slot].handle = handle
    return true
  }

  package enum Turn {
    case hasCome
    /// The signal is in `Outcome.begin` or in `Outcome.drop` later.
    case isAwaited
    case willNotCome
  }

  /// Enters the signal that begins or drops work that waits.
  package mutating func awaitTurn(of id: ID, _ signal: WorkSignal) -> Turn {
    guard contains(id), nodes[id.slot].isLive else { return .willNotCome }
    if nodes[id.slot].hasBegun { return .hasCome }
    nodes[id.slot].turn = signal
    return .isAwaited
  }

  /// Ends work; work that waited for it may begin.
  ///
  /// `isComplete` is `false` if a policy has dropped or replaced a part without which it is nothing.
  package mutating func end(_ id: ID, isComplete: Bool = true, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    if !isComplete { nodes[id.slot].isDisplaced = true }
    close(id.slot, &outcome)
  }

  /// Notes that all parts of a group have been started.
  package mutating func closeGroup(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    close(id.slot, &outcome)
  }

  private mutating func close(_ slot: Int, _ outcome: inout Outcome) {
    nodes[slot].isClosed = true
    if nodes[slot].workCount == 0 { remove(slot, &outcome) }
  }

  package enum Parts {
    case haveEnded(isComplete: Bool)
    /// The signal is in `Outcome.resume` later.
    case areAwaited
  }

  /// Enters a waiter for the end of the parts that a composition has started.
  package mutating func awaitParts(of id: ID, _ signal: WorkSignal) -> Parts {
    if let isComplete = endedParts(of: id) { return .haveEnded(isComplete: isComplete) }
    nodes[id.slot].waiters.append(signal)
    return .areAwaited
  }

  /// Whether the parts that a composition has started were complete; nothing while one of them has not ended.
  package mutating func endedParts(of id: ID) -> Bool? {
    guard contains(id) else { return false }
    guard nodes[id.slot].workCount == 0 else { return nil }
    defer { nodes[id.slot].hasLostPart = false }
    return !nodes[id.slot].hasLostPart
  }

  /// Takes out work that has ended, and the compositions that end with it.
  mutating func remove(_ first: Int, _ outcome: inout Outcome) {
    var next: Int? = first
    while let slot = next {
      next = nil
      unfinishedCount -= 1
      let wasWaiting = nodes[slot].isLive && !nodes[slot].hasBegun
      note(.ended, slot)
      if nodes[slot].isLive { stopBeingLive(slot, &outcome) }
      let lane = nodes[slot].lane
      leaveLane(slot, &outcome)
      if wasWaiting { goOn(in: lane, &outcome) }
      let parent = nodes[slot].parent
      let isLost = nodes[slot].isPart && (nodes[slot].isDisplaced || nodes[slot].isGroupWithLoss)
      unlink(slot)
      free(slot, &outcome)
      nodes[parent].workCount -= 1
      if isLost { nodes[parent].hasLostPart = true }
      next = settle(parent, &outcome)
    }
  }

  /// - Returns: The node, if it is work that has ended with its last part.
  private mutating func settle(_ slot: Int, _ outcome: inout Outcome) -> Int? {
    guard nodes[slot].workCount == 0 else { return nil }
    switch nodes[slot].role {
    case .none, .owner: return nil
    case .action:
      settleAction(slot, &outcome)
      return nil
    case .work:
      if !nodes[slot].waiters.isEmpty {
        outcome.resume(nodes[slot].waiters.takeAll(), isComplete: !nodes[slot].hasLostPart)
        nodes[slot].hasLostPart = false
      }
      return nodes[slot].isClosed ? slot : nil
    }
  }
}
