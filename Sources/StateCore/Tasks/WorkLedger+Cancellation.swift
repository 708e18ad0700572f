extension WorkLedger {
  /// Cancels a node and everything below it.
  package mutating func cancel(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    cancel(id.slot, isReplacement: false, &outcome)
  }

  /// Cancels the work below an owner with a matching label.
  ///
  /// - Complexity: O(n)
  package mutating func cancelWork(
    of owner: ID,
    where isWanted: (any WorkLabel) -> Bool,
    _ outcome: inout Outcome
  ) {
    guard contains(owner) else { return }
    let slots = nodesBelow(owner.slot).filter { slot in
      nodes[slot].isWork && attachments[slot].label.map(isWanted) == true
    }
    cancel(slots, &outcome)
  }

  /// Cancels a node of an owner by number.
  ///
  /// - Complexity: O(n)
  package mutating func cancel(number: Int, of owner: ID, _ outcome: inout Outcome) {
    guard let slot = nodes.indices.first(where: { nodes[$0].generation == number }),
      self.owner(of: id(of: slot)) == owner
    else { return }
    cancel(slot, isReplacement: false, &outcome)
  }

  /// Returns the numbers of the work that contains a node of an owner.
  ///
  /// - Complexity: O(n)
  package func containers(ofNumber number: Int, of owner: ID) -> [Int] {
    guard let slot = nodes.indices.first(where: { nodes[$0].generation == number }),
      self.owner(of: id(of: slot)) == owner
    else { return [] }
    var numbers: [Int] = []
    var next = nodes[slot].parent
    while next >= 0 {
      if nodes[next].isWork { numbers.append(nodes[next].generation) }
      next = nodes[next].parent
    }
    return numbers
  }

  /// Cancels the work below a node, but neither the node itself nor any action.
  ///
  /// - Returns: Whether there was any work to cancel.
  package mutating func cancelWork(below id: ID, _ outcome: inout Outcome) -> Bool {
    guard contains(id) else { return false }
    let slots = nodesBelow(id.slot).filter { nodes[$0].isWork && nodes[$0].isLive }
    cancel(slots, &outcome)
    return !slots.isEmpty
  }

  /// Cancels everything below an owner permanently.
  ///
  /// The owner is removed with the last of it.
  package mutating func endOwner(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    nodes[id.slot].isClosed = true
    cancel(id.slot, isReplacement: false, &outcome)
    freeEndedOwner(id.slot, &outcome)
  }

  /// Ends an owner after which others use the same ids.
  ///
  /// The windows of throttles are closed, except where other work is live.
  package mutating func endPeriod(_ owner: ID, _ outcome: inout Outcome) {
    guard contains(owner), !nodes[owner.slot].isClosed else { return }
    endOwner(owner, &outcome)
    for lane in laneIndices.all.map(\.lane).sorted() where lanes[lane].live.isEmpty {
      closeWindow(of: lane, &outcome)
    }
  }

  /// Frees an ended owner once it has no children.
  mutating func freeEndedOwner(_ slot: Int, _ outcome: inout Outcome) {
    guard case .owner = nodes[slot].role, nodes[slot].isClosed, nodes[slot].firstChild < 0 else {
      return
    }
    setListener(nil, of: id(of: slot))
    free(slot, &outcome)
  }

  /// Cancels all work, but no action.
  ///
  /// The windows of throttles are closed.
  package mutating func cancelAllWork(_ outcome: inout Outcome) {
    let slots = nodes.indices.filter { nodes[$0].isWork }
    cancel(slots.sorted { nodes[$0].generation < nodes[$1].generation }, &outcome)
    for lane in laneIndices.all.map(\.lane).sorted() { closeWindow(of: lane, &outcome) }
  }

  /// Whether a node was cancelled; `nil` if it no longer exists.
  package func isCancelled(_ id: ID) -> Bool? {
    contains(id) ? !nodes[id.slot].isLive : nil
  }

  /// With `isReplacement`, a policy cancels the node, so that the rest of a composition doesn't run either.
  mutating func cancel(_ slot: Int, isReplacement: Bool, _ outcome: inout Outcome) {
    if isReplacement { nodes[slot].isDisplaced = true }
    if nodes[slot].firstChild < 0, case .work = nodes[slot].role {
      let lane = isWaiting(slot) ? nodes[slot].lane : -1
      cancelWork(at: slot, &outcome)
      if lane >= 0 { goOn(in: lane, &outcome) }
    } else {
      cancel([slot] + nodesBelow(slot), &outcome)
    }
  }

  mutating func cancel(_ slots: [Int], _ outcome: inout Outcome) {
    // Waiting work is cancelled first, so that none of it begins because the other work ends.
    var lanes: [Int] = []
    for slot in slots.reversed() where isWaiting(slot) {
      if lanes.last != nodes[slot].lane { lanes.append(nodes[slot].lane) }
      cancelWork(at: slot, &outcome)
    }
    var actions: [Int] = []
    for slot in slots where nodes[slot].isLive {
      switch nodes[slot].role {
      case .none: break
      case .owner:
        nodes[slot].isLive = false
      case .action:
        guard nodes[slot].action?.isDone == false else { continue }
        note(.cancelled, slot)
        nodes[slot].isLive = false
        actions.append(slot)
        if let handle = attachments[slot].handle { outcome.cancel.append(handle) }
      case .work:
        cancelWork(at: slot, &outcome)
      }
    }
    for slot in actions { dropIfQueued(slot, &outcome) }
    for lane in lanes { goOn(in: lane, &outcome) }
  }

  private func isWaiting(_ slot: Int) -> Bool {
    nodes[slot].isWork && nodes[slot].isLive && !nodes[slot].hasBegun
  }

  private mutating func cancelWork(at slot: Int, _ outcome: inout Outcome) {
    guard case .work(let kind) = nodes[slot].role, nodes[slot].isLive else { return }
    let isForgotten = kind == .submission && !nodes[slot].hasBegun
    note(.cancelled, slot)
    stopBeingLive(slot, &outcome)
    if let turn = attachments[slot].turn.take() { outcome.drop.append(turn) }
    if isForgotten { return remove(slot, &outcome) }
    if let handle = attachments[slot].handle { outcome.cancel.append(handle) }
  }

  /// Returns the nodes in the order of their beginning, each before the nodes below it.
  func nodesBelow(_ top: Int) -> [Int] {
    var next = nodes[top].firstChild
    guard next >= 0 else { return [] }
    var all: [Int] = []
    while true {
      all.append(next)
      if nodes[next].firstChild >= 0 {
        next = nodes[next].firstChild
        continue
      }
      while nodes[next].next < 0 {
        next = nodes[next].parent
        if next == top { return all }
      }
      next = nodes[next].next
    }
  }
}
