extension WorkLedger {
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
    /// What cancels it.
    var handle: WorkSignal?
    /// What begins it, of work that waits.
    var turn: WorkSignal?
    /// Who waits for the end of its parts, or of the action.
    var waiters = ShortList<WorkSignal>()
    var action: ActionRecord?
    /// What has to happen before the action counts as done.
    var finisher: WorkSignal?
    /// Who waits for the end of the action's handler.
    var handlerWaiters = ShortList<WorkSignal>()
    var label: (any WorkLabel)?

    var isWork: Bool { if case .work = role { true } else { false } }
  }

  enum Role {
    /// The slot is free.
    case none
    case owner
    case action
    case work(WorkRequest.Kind)
  }

  subscript(slot: Int32) -> Node {
    @inline(__always) _read { yield nodes[Int(slot)] }
    @inline(__always) _modify { yield &nodes[Int(slot)] }
  }

  package func contains(_ id: ID) -> Bool {
    id.slot >= 0 && self[id.slot].generation == id.generation
  }

  func id(of slot: Int32) -> ID {
    ID(slot: slot, generation: self[slot].generation)
  }

  /// Enters a node as the last child of `parent`.
  mutating func insert(_ role: Role, below parent: Int32) -> Int32 {
    lastGeneration += 1
    let slot: Int32
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = Int32(nodes.count)
      nodes.append(Node())
    }
    self[slot].generation = lastGeneration
    self[slot].role = role
    link(slot, below: parent)
    return slot
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
    if let label = self[slot].label.take() { outcome.releasedLabels.append(label) }
    if let handle = self[slot].handle.take() { outcome.released.append(handle) }
    if let turn = self[slot].turn.take() { outcome.released.append(turn) }
    self[slot] = Node()
    freeSlots.append(slot)
  }
}
