/// A step of an action or of work whose owner is recorded.
package struct WorkEvent {
  package enum Step {
    case waiting
    case started
    case cancelled
    case ended
    /// A policy dropped it, or it was cancelled before it began.
    case dropped
    /// An action and everything that belongs to it are done.
    case done
  }

  package let step: Step
  package let id: WorkID
  package let isAction: Bool
  /// Whether a policy dropped or replaced it.
  package let isDisplaced: Bool
  /// The action that work belongs to.
  package let action: WorkID?
  package let key: TaskKey?
  package let label: (any WorkLabel)?
}

/// A listener to the events of an owner's work.
///
/// The ledger calls it under its lock, so it must not call unknown code.
package protocol WorkListener: AnyObject, Sendable {
  func take(_ event: WorkEvent)
}

extension WorkLedger {
  /// Sets or removes the listener of an owner.
  package mutating func setListener(_ listener: (any WorkListener)?, of owner: ID) {
    guard contains(owner) else { return }
    listeners[owner.slot] = listener
    hasListeners = !listeners.isEmpty
  }

  /// Notifies the listener of the node's owner, if there is one.
  @inline(__always)
  mutating func note(_ step: WorkEvent.Step, _ slot: Int) {
    if hasListeners { tell(step, slot) }
  }

  /// Returns whether a listener was notified since the last call.
  @inline(__always)
  mutating func takeHasTold() -> Bool {
    defer { hasTold = false }
    return hasTold
  }

  private mutating func tell(_ step: WorkEvent.Step, _ slot: Int) {
    var action: Int?
    var top = slot
    while nodes[top].parent >= 0 {
      if action == nil, nodes[top].action != nil { action = top }
      top = nodes[top].parent
    }
    guard let listener = listeners[top] else { return }
    hasTold = true
    let lane = nodes[slot].lane
    listener.take(
      WorkEvent(
        step: step,
        id: id(of: slot),
        isAction: nodes[slot].action != nil,
        isDisplaced: nodes[slot].isDisplaced,
        action: action.map { id(of: $0) },
        key: lane < 0 ? nil : lanes[lane].key?.key,
        label: attachments[slot].label
      )
    )
  }
}
