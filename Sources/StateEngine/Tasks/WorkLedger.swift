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
package struct WorkLedger<Signal> {
  /// A node, for as long as it is there; ids are not used again.
  package struct ID: Hashable, Sendable {
    let slot: Int32
    let generation: Int
  }

  /// Work that is about to begin.
  package struct Request {
    package var parent: ID
    /// The lane of the work and the policy that admits it there.
    package var key: TaskKey?
    package var rule = ExecutionPolicy.Rule.allow
    /// Other ids that reach the work while it waits for its turn.
    package var aliases: [TaskKey] = []
    package var kind = Kind.leaf
    /// Whether the composition above wants to know that the work was dropped or replaced.
    package var isPart = false
    package var label: (any WorkLabel)?

    package init(parent: ID, key: TaskKey? = nil, rule: ExecutionPolicy.Rule = .allow) {
      self.parent = parent
      self.key = key
      self.rule = rule
    }
  }

  package enum Kind: Sendable {
    /// One operation, or one effect that waits for its turn; ends with `end`.
    case leaf
    /// Runs parts below it, one after the other; ends with `end`.
    case composition
    /// Ends with its last part, after `close`.
    case group
    /// One operation that is forgotten when it is dropped before it begins.
    case submission
  }

  package enum Admission {
    case started(ID)
    /// The work has its turn when `Outcome.begin` says so.
    case waiting(ID)
    /// A policy drops the work, or a cancel came first.
    case refused
  }

  /// The steps that the caller takes, in this order.
  package struct Outcome {
    /// Handles of work that is to be cancelled.
    package var cancel: [Signal] = []
    /// Work that will never begin.
    package var drop: [Signal] = []
    /// Work that has its turn.
    package var begin: [(signal: Signal, id: ID)] = []
    /// Waiters, and what has to happen before an action is done; with whether the awaited work was
    /// neither dropped nor replaced.
    package var resume: [(signal: Signal, isComplete: Bool)] = []
    package var stoppedTimers: [TimerID] = []
    package var timer: (id: TimerID, duration: Duration)?
    /// Handles and keys that are not in use any more; released outside the caller's lock.
    package var released: [Signal] = []
    package var releasedKeys: [TaskKey] = []
    package var releasedLabels: [any WorkLabel] = []

    package init() {}
  }

  package typealias TimerID = Int

  var nodes: ContiguousArray<Node> = []
  /// Slots of nodes that are gone; those behind the last node count no more.
  var freeSlots: ContiguousArray<Int32> = []
  /// The room that `trim` leaves.
  var slotsToKeep = 64
  private var lastGeneration = 0
  var lanes: ContiguousArray<Lane> = []
  var freeLanes: ContiguousArray<Int32> = []
  var laneIndices: [LaneKey: Int32] = [:]
  var lanesByTimer: [TimerID: Int32] = [:]
  var lastTimer = 0
  /// The actions whose handlers owners have suspended.
  var suspended: [Int32: ID] = [:]

  /// The work that has begun and was not cancelled: operations, and compositions without a part.
  package internal(set) var runningCount = 0
  /// The work that waits or runs and was not cancelled.
  package internal(set) var liveCount = 0
  /// The work that has not ended, cancelled or not, and the actions that have not been handled.
  package internal(set) var unfinishedCount = 0

  package init() {}

  /// The number of nodes: owners, actions and work.
  package private(set) var count = 0

  // MARK: Nodes

  struct Node {
    var generation = 0
    var parent: Int32 = -1
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var previous: Int32 = -1
    var next: Int32 = -1
    /// The lane of its own id.
    var lane: Int32 = -1
    var role = Role.none
    /// It was not cancelled.
    var isLive = true
    /// Work: nothing keeps it waiting.
    var hasBegun = true
    /// A group: all its parts have been started.
    var isClosed = false
    var isPart = false
    /// A part below it was dropped or replaced.
    var hasLostPart = false
    /// It was dropped or replaced by a policy.
    var isDisplaced = false
    /// Work right below it that has not ended.
    var workCount: Int32 = 0
    /// Work right below it that runs.
    var liveWorkCount: Int32 = 0
    /// The lanes of other ids that reach it while it waits.
    var aliases: [Int32] = []
    /// Cancels it.
    var handle: Signal?
    /// Begins it, if it waits.
    var turn: Signal?
    /// The waiters for the end of its parts, or of the action.
    var waiters: [Signal] = []
    var action: ActionRecord?
    var label: (any WorkLabel)?

    var isWork: Bool { if case .work = role { true } else { false } }
  }

  enum Role {
    /// The slot is free.
    case none
    case owner
    case action
    case work(Kind)
  }

  subscript(slot: Int32) -> Node {
    _read { yield nodes[Int(slot)] }
    _modify { yield &nodes[Int(slot)] }
  }

  package func contains(_ id: ID) -> Bool {
    id.slot >= 0 && id.slot < nodes.count && self[id.slot].generation == id.generation
  }

  func id(of slot: Int32) -> ID {
    ID(slot: slot, generation: self[slot].generation)
  }

  /// Enters a node as the last child of `parent`.
  mutating func insert(_ role: Role, below parent: Int32) -> Int32 {
    lastGeneration += 1
    count += 1
    let slot = takeSlot()
    self[slot].generation = lastGeneration
    self[slot].role = role
    link(slot, below: parent)
    return slot
  }

  private mutating func takeSlot() -> Int32 {
    while let slot = freeSlots.popLast() {
      if slot < nodes.count { return slot }
    }
    nodes.append(Node())
    return Int32(nodes.count - 1)
  }

  mutating func link(_ slot: Int32, below parent: Int32) {
    self[slot].parent = parent
    guard parent >= 0 else { return }
    let last = self[parent].lastChild
    self[slot].previous = last
    self[slot].next = -1
    if last >= 0 { self[last].next = slot } else { self[parent].firstChild = slot }
    self[parent].lastChild = slot
  }

  mutating func unlink(_ slot: Int32) {
    let (parent, previous, next) = (
      self[slot].parent, self[slot].previous, self[slot].next
    )
    if previous >= 0 { self[previous].next = next }
    if next >= 0 { self[next].previous = previous }
    if parent >= 0 {
      if previous < 0 { self[parent].firstChild = next }
      if next < 0 { self[parent].lastChild = previous }
    }
    self[slot].parent = -1
    self[slot].previous = -1
    self[slot].next = -1
  }

  /// Frees the slot of a node that is not linked any more.
  mutating func free(_ slot: Int32, _ outcome: inout Outcome) {
    if let label = self[slot].label { outcome.releasedLabels.append(label) }
    if let handle = self[slot].handle { outcome.released.append(handle) }
    if let turn = self[slot].turn { outcome.released.append(turn) }
    self[slot] = Node()
    freeSlots.append(slot)
    count -= 1
  }

  // MARK: Work

  /// Decides whether work may begin, and enters it unless it is refused.
  package mutating func begin(_ request: Request, _ outcome: inout Outcome) -> Admission {
    guard contains(request.parent), self[request.parent.slot].isLive,
      self[request.parent.slot].action?.isDone != true
    else { return .refused }
    let slot = insert(.work(request.kind), below: request.parent.slot)
    self[slot].isPart = request.isPart
    self[slot].label = request.label
    self[slot].hasBegun = false
    liveCount += 1
    unfinishedCount += 1
    self[request.parent.slot].workCount += 1
    let id = id(of: slot)
    guard let key = request.key else {
      start(slot, &outcome)
      return .started(id)
    }
    switch enter(slot, under: key, request.rule, &outcome) {
    case .starts: return .started(id)
    case .waits:
      for alias in request.aliases where alias != key { addAlias(alias, to: slot) }
      return .waiting(id)
    case .isDropped:
      self[slot].isDisplaced = true
      self[slot].isLive = false
      liveCount -= 1
      remove(slot, &outcome)
      return .refused
    }
  }

  /// Gives work what cancels it.
  ///
  /// - Returns: `false` if the work was cancelled or has ended in the meantime.
  package mutating func attach(_ handle: Signal, to id: ID) -> Bool {
    guard contains(id), self[id.slot].isLive else { return false }
    self[id.slot].handle = handle
    return true
  }

  package enum Turn {
    case hasCome
    /// The signal is in `Outcome.begin` or in `Outcome.drop` later.
    case isAwaited
    case willNotCome
  }

  /// Enters what begins or drops work that waits.
  package mutating func awaitTurn(of id: ID, _ signal: Signal) -> Turn {
    guard contains(id), self[id.slot].isLive else { return .willNotCome }
    if self[id.slot].hasBegun { return .hasCome }
    self[id.slot].turn = signal
    return .isAwaited
  }

  /// Ends work; what waited for it may begin.
  ///
  /// `isComplete` is `false` if a policy has dropped or replaced a part without which it is nothing.
  package mutating func end(_ id: ID, isComplete: Bool = true, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    if !isComplete { self[id.slot].isDisplaced = true }
    close(id.slot, &outcome)
  }

  /// Notes that all parts of a group have been started.
  package mutating func closeGroup(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    close(id.slot, &outcome)
  }

  private mutating func close(_ slot: Int32, _ outcome: inout Outcome) {
    self[slot].isClosed = true
    if self[slot].workCount == 0 { remove(slot, &outcome) }
  }

  package enum Parts {
    case haveEnded(isComplete: Bool)
    /// The signal is in `Outcome.resume` later.
    case areAwaited
  }

  /// Enters a waiter for the end of the parts that a composition has started.
  package mutating func awaitParts(of id: ID, _ signal: Signal) -> Parts {
    guard contains(id) else { return .haveEnded(isComplete: false) }
    let slot = id.slot
    guard self[slot].workCount > 0 else {
      defer { self[slot].hasLostPart = false }
      return .haveEnded(isComplete: !self[slot].hasLostPart)
    }
    self[slot].waiters.append(signal)
    return .areAwaited
  }

  /// Lets work begin whose turn has come.
  mutating func start(_ slot: Int32, _ outcome: inout Outcome) {
    self[slot].hasBegun = true
    dropAliases(of: slot, &outcome)
    if isCounted(slot) { runningCount += 1 }
    if isRunning(slot) { countRunning(slot) }
  }

  /// Whether work is part of `runningCount`.
  private func isCounted(_ slot: Int32) -> Bool {
    isRunning(slot) && self[slot].liveWorkCount == 0
  }

  /// Whether work has begun and was not cancelled; a group, which does nothing of its own, runs while a
  /// part of it does.
  private func isRunning(_ slot: Int32) -> Bool {
    guard case .work(let kind) = self[slot].role, self[slot].isLive, self[slot].hasBegun else {
      return false
    }
    return kind != .group || self[slot].liveWorkCount > 0
  }

  /// Counts work that now runs in its lane and above it.
  private mutating func countRunning(_ first: Int32) {
    var slot = first
    while true {
      if self[slot].lane >= 0 { lanes[Int(self[slot].lane)].liveRunningCount += 1 }
      let parent = self[slot].parent
      let wasRunning = isRunning(parent)
      if isCounted(parent) { runningCount -= 1 }
      self[parent].liveWorkCount += 1
      if wasRunning || !isRunning(parent) { return }
      slot = parent
    }
  }

  /// Counts work that does not run any more in its lane and above it.
  private mutating func countStopped(_ first: Int32) {
    var slot = first
    while true {
      if self[slot].lane >= 0 { lanes[Int(self[slot].lane)].liveRunningCount -= 1 }
      let parent = self[slot].parent
      let wasRunning = isRunning(parent)
      self[parent].liveWorkCount -= 1
      if isCounted(parent) { runningCount += 1 }
      if !wasRunning || isRunning(parent) { return }
      slot = parent
    }
  }

  /// Takes out work that has ended, and what ends with it.
  mutating func remove(_ first: Int32, _ outcome: inout Outcome) {
    var next: Int32? = first
    while let slot = next {
      next = nil
      unfinishedCount -= 1
      let wasWaiting = self[slot].isLive && !self[slot].hasBegun
      if self[slot].isLive { stopBeingLive(slot, &outcome) }
      let lane = self[slot].lane
      leaveLane(slot, &outcome)
      if wasWaiting { goOn(in: lane, &outcome) }
      let parent = self[slot].parent
      let isLost = self[slot].isPart && self[slot].isDisplaced
      unlink(slot)
      free(slot, &outcome)
      self[parent].workCount -= 1
      if isLost { self[parent].hasLostPart = true }
      next = settle(parent, &outcome)
    }
  }

  /// - Returns: The node, if it is work that has ended with its last part.
  private mutating func settle(_ slot: Int32, _ outcome: inout Outcome) -> Int32? {
    guard self[slot].workCount == 0 else { return nil }
    switch self[slot].role {
    case .none, .owner: return nil
    case .action:
      settleAction(slot, &outcome)
      return nil
    case .work:
      if !self[slot].waiters.isEmpty {
        for waiter in self[slot].waiters {
          outcome.resume.append((waiter, !self[slot].hasLostPart))
        }
        self[slot].waiters = []
        self[slot].hasLostPart = false
      }
      return self[slot].isClosed ? slot : nil
    }
  }

  /// Takes work out of what runs or waits: it has ended or was cancelled.
  mutating func stopBeingLive(_ slot: Int32, _ outcome: inout Outcome) {
    let wasRunning = isRunning(slot)
    if isCounted(slot) { runningCount -= 1 }
    self[slot].isLive = false
    liveCount -= 1
    leaveLive(slot, &outcome)
    dropAliases(of: slot, &outcome)
    if wasRunning { countStopped(slot) }
  }
}

/// The entry of one piece of work in a list of running work.
package protocol WorkLabel: AnyObject, Sendable {}
