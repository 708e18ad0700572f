/// The rules of running work: the work of each owner, its action, ids, state, and waiters, and the policy that decides
/// what begins next.
///
/// Owners, actions, and work items are the nodes of a tree. An owner is a store or a bag. An action belongs to its
/// owner or to the action that sent it. Work belongs to its action, or to the composition that contains it. A cancel
/// reaches a node and everything below it. A node is removed when it has ended and nothing is left below it. The end of
/// old work never affects its successor.
///
/// Each change returns an `Outcome`, which the caller applies after releasing its lock.
///
/// - Complexity: O(1) for work that begins and ends; O(n) for a cancel that reaches n nodes.
package struct WorkLedger {
  package typealias ID = WorkID

  package enum Admission {
    case started(ID)
    /// The work has to wait. `Outcome.begin` contains it when its turn comes.
    case waiting(ID)
    /// A policy drops the work, or another effect replaced it before it could begin.
    case refused
    /// A cancel came first.
    case cancelled
  }

  package typealias TimerID = Int

  var nodes: ContiguousArray<Node> = []
  /// The references of each node, by slot.
  var attachments: ContiguousArray<Attachments> = []
  /// The slots of removed nodes.
  ///
  /// Slots beyond the last node are ignored.
  var freeSlots: ContiguousArray<Int> = []
  /// The number of slots that `trim` keeps.
  var slotsToKeep = 64
  var lastGeneration = 0
  var lanes: ContiguousArray<Lane> = []
  var freeLanes: ContiguousArray<Int> = []
  var laneIndices = LaneTable()
  var lanesByTimer: [TimerID: Int] = [:]
  var lastTimer = 0
  /// The work that claims an id for its parts.
  var claimants: [LaneKey: WorkIDQueue] = [:]
  /// The ids that work claims, by slot.
  var claims: [Int: [LaneKey]] = [:]
  /// The number of nodes that start their parts repeatedly.
  var repeatingCount = 0
  /// The ids of withdrawn parts, by the slot above them.
  ///
  /// The value is `true` if the parts were replaced.
  var withdrawals: [Int: [TaskKey: Bool]] = [:]
  /// The listeners of recorded owners.
  var listeners: [Int: any WorkListener] = [:]
  var hasListeners = false
  /// Whether a listener was notified since the ledger's owner last checked.
  var hasTold = false

  /// The number of work items that have begun and weren't cancelled: operations, and compositions without parts.
  package internal(set) var runningCount = 0
  /// The number of work items that wait or run and weren't cancelled.
  package internal(set) var liveCount = 0
  /// The number of work items that haven't ended, including cancelled ones, and of actions that haven't been handled.
  package internal(set) var unfinishedCount = 0

  package init() {}

  /// The number of nodes: owners, actions, and work items.
  package internal(set) var count = 0

  // MARK: Work

  /// Decides whether work may begin, and adds it unless it is refused.
  package mutating func begin(_ request: WorkRequest, _ outcome: inout Outcome) -> Admission {
    guard let slot = insertWork(request.kind, below: request.parent, isPart: request.isPart) else {
      return .cancelled
    }
    if request.inside?.keepsClaims == true {
      nodes[slot].keepsClaims = true
      repeatingCount += 1
    }
    if let label = request.label { attachments[slot].label = label }
    let id = id(of: slot)
    guard let key = request.key else {
      start(slot)
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

  /// Adds an operation without a key.
  ///
  /// - Returns: `nil` if a cancel came first.
  package mutating func begin(
    below parent: ID,
    isPart: Bool,
    label: (any WorkLabel)?
  ) -> ID? {
    guard let slot = insertWork(.leaf, below: parent, isPart: isPart) else { return nil }
    if let label { attachments[slot].label = label }
    start(slot)
    return id(of: slot)
  }

  /// Adds work that has not begun.
  ///
  /// - Returns: Its slot; `nil` if a cancel came first.
  private mutating func insertWork(
    _ kind: WorkRequest.Kind,
    below parent: ID,
    isPart: Bool
  ) -> Int? {
    guard contains(parent), nodes[parent.slot].isLive, nodes[parent.slot].action?.isDone != true
    else { return nil }
    let slot = insert(.work(kind), below: parent.slot)
    nodes[slot].isPart = isPart
    nodes[slot].hasBegun = false
    nodes[parent.slot].workCount += 1
    liveCount += 1
    unfinishedCount += 1
    return slot
  }

  private mutating func add(_ inside: IDsInside, to slot: Int) {
    for alias in inside.aliases { addAlias(alias, to: slot) }
    addClaims(inside.claims, to: slot)
  }

  private mutating func refuse(_ slot: Int, isDisplaced: Bool, _ outcome: inout Outcome) {
    note(.dropped, slot)
    // Work that never begins doesn't report its end.
    if let label = attachments[slot].label.take() { outcome.releasedLabels.append(label) }
    nodes[slot].isDisplaced = isDisplaced
    nodes[slot].isLive = false
    liveCount -= 1
    remove(slot, &outcome)
  }

  /// Adds work that has no task until its turn comes.
  mutating func submit(
    _ request: WorkRequest,
    _ work: any SubmittedWork,
    _ outcome: inout Outcome
  ) -> Admission {
    let admission = begin(request, &outcome)
    switch admission {
    case .refused, .cancelled: break
    case .started(let id):
      work.grant()
      _ = attach(.submission(work), to: id)
    case .waiting(let id):
      _ = attach(.submission(work), to: id)
      _ = awaitTurn(of: id, .submission(work))
    }
    return admission
  }

  /// Sets the signal that cancels work.
  ///
  /// - Returns: `false` if the work was cancelled or has ended in the meantime.
  package mutating func attach(_ handle: WorkSignal, to id: ID) -> Bool {
    guard contains(id), nodes[id.slot].isLive else { return false }
    attachments[id.slot].handle = handle
    return true
  }

  package enum Turn {
    case hasCome
    /// `Outcome.begin` or `Outcome.drop` will contain the signal.
    case isAwaited
    case willNotCome
  }

  /// Sets the signal that begins or drops waiting work.
  package mutating func awaitTurn(of id: ID, _ signal: WorkSignal) -> Turn {
    guard contains(id), nodes[id.slot].isLive else { return .willNotCome }
    if nodes[id.slot].hasBegun { return .hasCome }
    attachments[id.slot].turn = signal
    return .isAwaited
  }

  /// Ends work.
  ///
  /// Other work that waited for it may begin.
  ///
  /// `isComplete` is `false` if a policy dropped or replaced a required part.
  package mutating func end(_ id: ID, isComplete: Bool = true, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    if !isComplete { nodes[id.slot].isDisplaced = true }
    close(id.slot, &outcome)
  }

  /// Notes that all parts of a group have started.
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
    /// `Outcome.resume` will contain the signal.
    case areAwaited
  }

  /// Adds a waiter for the end of the parts that a composition has started.
  package mutating func awaitParts(of id: ID, _ signal: WorkSignal) -> Parts {
    if let isComplete = endedParts(of: id) { return .haveEnded(isComplete: isComplete) }
    attachments[id.slot].waiters.append(signal)
    return .areAwaited
  }

  /// Returns whether the parts that a composition has started were complete; `nil` while one of them hasn't ended.
  package mutating func endedParts(of id: ID) -> Bool? {
    guard contains(id) else { return false }
    guard nodes[id.slot].workCount == 0 else { return nil }
    defer { nodes[id.slot].hasLostPart = false }
    return !nodes[id.slot].hasLostPart
  }

  /// Removes work that has ended, and the compositions that end with it.
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

  /// - Returns: The node, if it is work that ended with its last part.
  private mutating func settle(_ slot: Int, _ outcome: inout Outcome) -> Int? {
    guard nodes[slot].workCount == 0 else { return nil }
    switch nodes[slot].role {
    case .none, .owner: return nil
    case .action:
      settleAction(slot, &outcome)
      return nil
    case .work:
      if !attachments[slot].waiters.isEmpty {
        outcome.resume(attachments[slot].waiters.takeAll(), isComplete: !nodes[slot].hasLostPart)
        nodes[slot].hasLostPart = false
      }
      return nodes[slot].isClosed ? slot : nil
    }
  }
}
