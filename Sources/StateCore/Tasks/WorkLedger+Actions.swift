extension WorkLedger {
  /// The properties of an action that are independent of its place in the tree.
  struct ActionRecord {
    var isQueued: Bool
    var isHandled = false
    /// Whether its handler, its work, the actions sent by these, and its finisher are done.
    var isDone = false
    /// The number of external observers.
    var handles: Int
    var isFinishing = false
  }

  /// Adds an owner of actions and work.
  package mutating func insertOwner() -> ID {
    let slot = insert(.owner, below: -1)
    return id(of: slot)
  }

  /// Adds an action whose handler is queued or running.
  ///
  /// It has one observer.
  ///
  /// If `parent` exists, the action is part of it and is cancelled with it. The finisher is resumed when everything
  /// else is done. The action is done after `endFinisher`.
  package mutating func insertAction(
    owner: ID,
    parent: ID?,
    isQueued: Bool,
    finisher: WorkSignal? = nil
  ) -> ID {
    var above = contains(owner) ? owner.slot : -1
    if let parent, contains(parent), nodes[parent.slot].action?.isDone == false {
      above = parent.slot
    }
    let slot = insert(.action, below: above)
    nodes[slot].isLive = above >= 0 && nodes[above].isLive
    nodes[slot].action = ActionRecord(isQueued: isQueued, handles: 1)
    if let finisher { attachments[slot].finisher = finisher }
    unfinishedCount += 1
    return id(of: slot)
  }

  package func isDone(_ id: ID) -> Bool {
    !contains(id) || nodes[id.slot].action?.isDone == true
  }

  package func isHandled(_ id: ID) -> Bool {
    !contains(id) || nodes[id.slot].action?.isHandled == true
  }

  /// Removes an action from the queue.
  ///
  /// - Returns: `false` if the action was cancelled in the queue and must not be handled.
  package mutating func dequeue(_ id: ID) -> Bool {
    guard contains(id), nodes[id.slot].action?.isQueued == true else { return false }
    nodes[id.slot].action?.isQueued = false
    return true
  }

  /// Drops a queued action if it was cancelled before it was in the queue, with the action that has sent it.
  package mutating func dropIfCancelled(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id), !nodes[id.slot].isLive else { return }
    dropIfQueued(id.slot, &outcome)
  }

  /// Marks an action's handler as ended.
  package mutating func endHandler(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id), nodes[id.slot].action?.isHandled == false else { return }
    unfinishedCount -= 1
    nodes[id.slot].action?.isHandled = true
    nodes[id.slot].action?.isQueued = false
    if let handle = attachments[id.slot].handle.take() { outcome.released.append(handle) }
    outcome.resume(attachments[id.slot].handlerWaiters.takeAll())
    settleAction(id.slot, &outcome)
  }

  /// Marks an action's finisher as ended.
  package mutating func endFinisher(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    nodes[id.slot].action?.isFinishing = false
    settleAction(id.slot, &outcome)
  }

  /// Removes one external observer of the action.
  package mutating func dropHandle(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id), let action = nodes[id.slot].action else { return }
    nodes[id.slot].action?.handles -= 1
    if action.handles == 1, action.isDone {
      free(id.slot, &outcome)
    } else {
      settleAction(id.slot, &outcome)
    }
  }

  /// Adds a waiter for the end of an action.
  ///
  /// - Returns: `false` if the action is already done.
  package mutating func awaitCompletion(of id: ID, _ signal: WorkSignal) -> Bool {
    guard !isDone(id) else { return false }
    attachments[id.slot].waiters.append(signal)
    return true
  }

  /// Adds a waiter for the end of an action's handler.
  ///
  /// - Returns: `false` if the handler has already ended.
  package mutating func awaitHandler(of id: ID, _ signal: WorkSignal) -> Bool {
    guard !isHandled(id) else { return false }
    attachments[id.slot].handlerWaiters.append(signal)
    return true
  }

  /// Returns the owner of an action or work.
  func owner(of id: ID) -> ID? {
    guard contains(id) else { return nil }
    var slot = id.slot
    while nodes[slot].parent >= 0 { slot = nodes[slot].parent }
    guard case .owner = nodes[slot].role else { return nil }
    return self.id(of: slot)
  }

  mutating func dropIfQueued(_ slot: Int, _ outcome: inout Outcome) {
    guard nodes[slot].action?.isQueued == true else { return }
    note(.dropped, slot)
    endHandler(id(of: slot), &outcome)
  }

  /// Ends an action that has nothing left to do, and then the actions above that only waited for it.
  ///
  /// An action that only waits for others and has no observers is removed from the tree. A chain of effects that send
  /// actions that start effects therefore doesn't keep using more memory.
  mutating func settleAction(_ first: Int, _ outcome: inout Outcome) {
    var next = first
    while next >= 0, let action = nodes[next].action, action.isHandled, !action.isDone {
      let slot = next
      guard nodes[slot].firstChild < 0 else { return makeWay(slot, action, &outcome) }
      if action.isFinishing { return }
      if let finisher = attachments[slot].finisher.take() {
        nodes[slot].action?.isFinishing = true
        outcome.resume.append((finisher, true))
        return
      }
      note(.done, slot)
      nodes[slot].action?.isDone = true
      outcome.resume(attachments[slot].waiters.takeAll())
      next = nodes[slot].parent
      unlink(slot)
      if action.handles == 0 { free(slot, &outcome) }
    }
    if next >= 0 { freeEndedOwner(next, &outcome) }
  }

  private mutating func makeWay(
    _ slot: Int,
    _ action: ActionRecord,
    _ outcome: inout Outcome
  ) {
    guard nodes[slot].workCount == 0, action.handles == 0, attachments[slot].finisher == nil,
      !action.isFinishing, attachments[slot].waiters.isEmpty,
      attachments[slot].handlerWaiters.isEmpty
    else { return }
    // The actions that it sent complete independently.
    note(.done, slot)
    let parent = nodes[slot].parent
    while nodes[slot].firstChild >= 0 {
      let child = nodes[slot].firstChild
      unlink(child)
      link(child, below: parent)
    }
    unlink(slot)
    free(slot, &outcome)
  }
}
