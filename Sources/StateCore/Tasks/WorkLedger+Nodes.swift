extension WorkLedger {
  /// The place of an owner, an action or work in the tree, and its state.
  ///
  /// It contains no references: copying it retains nothing.
  struct Node {
    var generation = 0
    var parent: Int = -1
    var firstChild: Int = -1
    var lastChild: Int = -1
    var previous: Int = -1
    var next: Int = -1
    /// The lane of the node's id.
    var lane: Int = -1
    var role = Role.none
    /// Whether it wasn't cancelled.
    var isLive = true
    /// For work, whether it no longer waits.
    var hasBegun = true
    /// For a group, whether all its parts have been started.
    var isClosed = false
    var isPart = false
    /// Whether it claims the ids of its parts until it ends.
    var keepsClaims = false
    /// Whether a part below it was dropped or replaced.
    var hasLostPart = false
    /// Whether a policy dropped or replaced it.
    var isDisplaced = false
    /// The number of direct children that are work and haven't ended.
    var workCount: Int = 0
    /// The number of direct children that are running work.
    var liveWorkCount: Int = 0
    var action: ActionRecord?

    /// Whether it is a group with a dropped or replaced part.
    var isGroupWithLoss: Bool {
      guard hasLostPart, case .work(.group) = role else { return false }
      return true
    }

    var isWork: Bool { if case .work = role { true } else { false } }

    /// Whether work has begun and wasn't cancelled.
    ///
    /// A group does nothing itself: it runs while one of its parts does.
    var isRunning: Bool {
      guard case .work(let kind) = role, isLive, hasBegun else { return false }
      return kind != .group || liveWorkCount > 0
    }

    /// Whether the work counts towards `runningCount`.
    var isCounted: Bool { isRunning && liveWorkCount == 0 }

    // Each of the two is one access to the array of nodes: between two accesses, the array could be copied.

    /// Counts running work below it; returns whether it was counted itself, and whether it runs only now.
    mutating func addRunningWork() -> (wasCounted: Bool, begins: Bool) {
      let (wasCounted, wasRunning) = (isCounted, isRunning)
      liveWorkCount += 1
      return (wasCounted, !wasRunning && isRunning)
    }

    /// Stops counting work below it; returns whether it is counted itself now, and whether it no longer runs.
    mutating func removeRunningWork() -> (isCounted: Bool, stops: Bool) {
      let wasRunning = isRunning
      liveWorkCount -= 1
      return (isCounted, wasRunning && !isRunning)
    }
  }

  /// What a node refers to.
  struct Attachments {
    /// The lanes of other ids that reach it while it waits.
    var aliases = ShortList<Int>()
    /// The signal that cancels it.
    var handle: WorkSignal?
    /// The signal that begins it after waiting.
    var turn: WorkSignal?
    /// The waiters for the end of its parts, or of the action.
    var waiters = ShortList<WorkSignal>()
    /// The last step of the action before the action is done.
    var finisher: WorkSignal?
    /// The waiters for the end of the action's handler.
    var handlerWaiters = ShortList<WorkSignal>()
    var label: (any WorkLabel)?

    /// Releases everything that a removed node refers to.
    mutating func clear(_ outcome: inout Outcome) {
      if let label = label.take() { outcome.releasedLabels.append(label) }
      if let handle = handle.take() { outcome.released.append(handle) }
      if let turn = turn.take() { outcome.released.append(turn) }
      if !waiters.isEmpty { waiters = ShortList() }
      if !handlerWaiters.isEmpty { handlerWaiters = ShortList() }
      if finisher != nil { finisher = nil }
    }
  }

  enum Role {
    /// The slot is free.
    case none
    case owner
    case action
    case work(WorkRequest.Kind)
  }

  package func contains(_ id: ID) -> Bool {
    id.slot >= 0 && id.slot < nodes.count && nodes[id.slot].generation == id.generation
  }

  func id(of slot: Int) -> ID {
    ID(slot: slot, generation: nodes[slot].generation)
  }

  /// Adds a node as the last child of `parent`.
  mutating func insert(_ role: Role, below parent: Int) -> Int {
    lastGeneration += 1
    count += 1
    let slot = takeSlot()
    nodes[slot].generation = lastGeneration
    nodes[slot].role = role
    link(slot, below: parent)
    return slot
  }

  private mutating func takeSlot() -> Int {
    while let slot = freeSlots.popLast() {
      if slot < nodes.count { return slot }
    }
    nodes.append(Node())
    attachments.append(Attachments())
    return nodes.count - 1
  }

  // One access to the buffer: each access to the array would check again that nothing else has it.

  mutating func link(_ slot: Int, below parent: Int) {
    nodes.withUnsafeMutableBufferPointer { nodes in
      nodes[slot].parent = parent
      guard parent >= 0 else { return }
      let last = nodes[parent].lastChild
      nodes[slot].previous = last
      nodes[slot].next = -1
      if last >= 0 { nodes[last].next = slot } else { nodes[parent].firstChild = slot }
      nodes[parent].lastChild = slot
    }
  }

  mutating func unlink(_ slot: Int) {
    nodes.withUnsafeMutableBufferPointer { nodes in
      let (parent, previous, next) = (
        nodes[slot].parent, nodes[slot].previous, nodes[slot].next
      )
      if previous >= 0 { nodes[previous].next = next }
      if next >= 0 { nodes[next].previous = previous }
      if parent >= 0 {
        if previous < 0 { nodes[parent].firstChild = next }
        if next < 0 { nodes[parent].lastChild = previous }
      }
      nodes[slot].parent = -1
      nodes[slot].previous = -1
      nodes[slot].next = -1
    }
  }

  /// Frees the slot of an unlinked node.
  mutating func free(_ slot: Int, _ outcome: inout Outcome) {
    attachments[slot].clear(&outcome)
    if nodes[slot].keepsClaims { repeatingCount -= 1 }
    dropClaims(of: slot, &outcome)
    dropWithdrawals(of: slot, &outcome)
    nodes[slot] = Node()
    freeSlots.append(slot)
    count -= 1
  }
}
