extension WorkLedger {
  /// The part of an action beside its place in the tree.
  struct ActionRecord {
    var isQueued: Bool
    var isHandled = false
    /// Its handler, its work, the actions that these sent and its finisher are done.
    var isDone = false
    /// The number of its observers outside.
    var handles: Int
    var isFinishing = false
  }

  /// Enters an owner of actions and work.
  package mutating func insertOwner() -> ID {
    let slot = insert(.owner, below: -1)
    return id(of: slot)
  }

  /// Enters an action whose handler waits in the queue or is running, and that is looked at once.
  ///
  /// It is part of the action `parent`, if that is there, and as such cancelled if that is. The
  /// finisher is resumed when nothing else is left to do; the action is done after `endFinisher`.
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
    nodes[slot].finisher = finisher
    unfinishedCount += 1
    return id(of: slot)
  }

  package func isDone(_ id: ID) -> Bool {
    !contains(id) || nodes[id.slot].action?.isDone == true
  }

  package func isHandled(_ id: ID) -> Bool {
    !contains(id) || nodes[id.slot].action?.isHandled == true
  }

  /// Takes an action out of the queue.
  ///
  /// - Returns: `false` if it was cancelled there and is not to be handled.
  package mutating func dequeue(_ id: ID) -> Bool {
    guard contains(id), nodes[id.slot].action?.isQueued == true else { return false }
    nodes[id.slot].action?.isQueued = false
    return true
  }

  /// Notes that an action's handler has ended.
  package mutating func endHandler(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id), nodes[id.slot].action?.isHandled == false else { return }
    unfinishedCount -= 1
    nodes[id.slot].action?.isHandled = true
    nodes[id.slot].action?.isQueued = false
    if let handle = nodes[id.slot].handle.take() { outcome.released.append(handle) }
    outcome.resume(nodes[id.slot].handlerWaiters.takeAll())
    settleAction(id.slot, &outcome)
  }

  /// Notes that the finisher of an action has ended.
  package mutating func endFinisher(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id) else { return }
    nodes[id.slot].action?.isFinishing = false
    settleAction(id.slot, &outcome)
  }

  /// Notes that one of those outside does not look at the action any more.
  package mutating func dropHandle(_ id: ID, _ outcome: inout Outcome) {
    guard contains(id), let action = nodes[id.slot].action else { return }
    nodes[id.slot].action?.handles -= 1
    if action.handles == 1, action.isDone {
      free(id.slot, &outcome)
    } else {
      settleAction(id.slot, &outcome)
    }
  }

  /// Enters a waiter for the end of an action.
  ///
  /// - Returns: `false` if it is done already.
  package mutating func awaitCompletion(of id: ID, _ signal: WorkSignal) -> Bool {
    guard !isDone(id) else { return false }
    nodes[id.slot].waiters.append(signal)
    return true
  }

  /// Enters a waiter for the end of an action's handler.
  ///
  /// - Returns: `false` if it has ended already.
  package mutating func awaitHandler(of id: ID, _ signal: WorkSignal) -> Bool {
    guard !isHandled(id) else { return false }
    nodes[id.slot].handlerWaiters.append(signal)
    return true
  }

  /// Notes which action's handler an owner has suspended, if any.
  package mutating func setSuspended(_ action: ID?, of owner: ID) {
    guard contains(owner) else { return }
    suspended[owner.slot] = action
  }

  /// The owner of an action or work.
  package func owner(of id: ID) -> ID? {
    guard contains(id) else { return nil }
    var slot = id.slot
    while nodes[slot].parent >= 0 { slot = nodes[slot].parent }
    guard case .owner = nodes[slot].role else { return nil }
    return self.id(of: slot)
  }

  /// Whether a node is `other` or below it.
  package func isPart(_ id: ID, of other: ID) -> Bool {
    guard contains(id), contains(other) else { return false }
    var slot = id.slot
    while slot >= 0, slot != other.slot { slot = nodes[slot].parent }
    return slot >= 0
  }

  /// The suspended handler that the queued actions among an action and those below it wait for.
  package func handlersInTheWay(of id: ID) -> [ID] {
    guard contains(id), let owner = owner(of: id), let handler = suspended[owner.slot] else {
      return []
    }
    let isQueued = ([id.slot] + nodesBelow(id.slot)).contains { nodes[$0].action?.isQueued == true }
    return isQueued ? [handler] : []
  }

  mutating func dropIfQueued(_ slot: Int, _ outcome: inout Outcome) {
    guard nodes[slot].action?.isQueued == true else { return }
    note(.dropped, slot)
    endHandler(id(of: slot), &outcome)
  }

  /// Ends an action that has nothing left to do, and then those above that only waited for it.
  ///
  /// An action that only waits for others, and that nobody looks at, makes way for them, so that an
  /// effect that sends an action that starts an effect, and so on, takes up no more and more memory.
  mutating func settleAction(_ first: Int, _ outcome: inout Outcome) {
    var next = first
    while next >= 0, let action = nodes[next].action, action.isHandled, !action.isDone {
      let slot = next
      guard nodes[slot].firstChild < 0 else { return makeWay(slot, action, &outcome) }
      if action.isFinishing { return }
      if let finisher = nodes[slot].finisher.take() {
        nodes[slot].action?.isFinishing = true
        outcome.resume.append((finisher, true))
        return
      }
      note(.done, slot)
      nodes[slot].action?.isDone = true
      outcome.resume(nodes[slot].waiters.takeAll())
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
    guard nodes[slot].workCount == 0, action.handles == 0, nodes[slot].finisher == nil,
      !action.isFinishing, nodes[slot].waiters.isEmpty, nodes[slot].handlerWaiters.isEmpty
    else { return }
    // Those that it has sent are done on their own.
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
