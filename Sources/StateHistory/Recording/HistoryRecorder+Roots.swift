import StateCore
import StateRecord

/// The root causes of actions and changes.
extension HistoryRecorder {
  /// Returns the root of an action; `nil` if it isn't the user's.
  func root(of id: ActionID, _ received: ReceivedAction) -> HistoryRoot? {
    switch phase {
    case .reacting(let root, _): if received.isReaction { return root }
    case .cancelling: return nil
    case .recording, .moving, .writing: break
    }
    // It begins with the views, in a turn in which the handler of another action may have ended.
    if received.hook == .whilePresented { return nil }
    if isForeign(received.mark, received.cause) { return nil }
    switch received.cause {
    case .handler, .effect:
      guard let root = root(of: received.cause) else { return nil }
      if let scope = scopes.scope(of: id.store) {
        if let action = received.action.whole, scope.ignores(action) { return nil }
        if root.note(received.action, name: scope.name) {
          stack.rename(stepsOf: root.number, to: root.name)
        }
      }
      return root
    case .query, .restore, .inspector, .undo, .redo: return nil
    case .update, .binding, .outside: break
    }
    if received.isReaction { return root(ofReaction: received) }
    if received.hook != nil { return nil }
    let scope = scopes.scope(of: id.store)
    if let scope, let action = received.action.whole, scope.ignores(action) { return nil }
    return HistoryGroups.root(of: received.mark, in: self)
      ?? .action(id, received.action, name: scope?.name)
  }

  /// Returns the root of a reaction to a write by other code.
  private func root(ofReaction received: ReceivedAction) -> HistoryRoot? {
    // A store that has shown an earlier state reacts to changes that were made before.
    guard let turn = received.turn else { return lastRoot }
    if let group = HistoryGroups.root(ofReaction: received.mark, in: self),
      group.isOpenGroup || recent.contains(group, openIn: turn)
    {
      return group
    }
    return recent.root(ofReactionToWritesOf: turn) ?? .writes()
  }

  private func root(of cause: EventCause) -> HistoryRoot? {
    switch cause {
    case .handler(let id): roots[id]
    case .effect(_, of: let id): id.flatMap { roots[$0] }
    case .query, .update, .binding, .restore, .inspector, .undo, .redo, .outside: nil
    }
  }

  /// Returns the root of a change; `nil` if it isn't the user's.
  func root(of change: ValueChange) -> HistoryRoot? {
    if isForeign(change.mark, change.cause) { return nil }
    switch change.cause {
    case .handler, .effect, .query, .restore, .inspector, .undo, .redo:
      return root(of: change.cause)
    case .update, .binding, .outside:
      return HistoryGroups.root(of: change.mark, in: self) ?? rootOfWrites()
    }
  }

  /// Whether code isn't the user's although its cause may be.
  private func isForeign(_ mark: ChangeMark?, _ cause: EventCause) -> Bool {
    switch mark {
    case .observation: return true
    case .cancellation:
      // The user's action has ended with its undo.
      guard case .effect(_, let action?) = cause else { return false }
      return cancelled.contains(action)
    default: return false
    }
  }

  /// The root of the writes of the current turn.
  private func rootOfWrites() -> HistoryRoot {
    let turn = Frame.turnNumber
    if let root = recent.writes(of: turn) { return root }
    let root = HistoryRoot.writes()
    if let old = recent.begin(root, in: turn) { stack.forget(root: old.number) }
    burst += 1
    return root
  }

  // MARK: Groups

  /// Notes the end of a group, whose reactions may run at the end of the turn.
  func note(closed root: HistoryRoot) {
    if let old = recent.close(root, in: Frame.turnNumber) { stack.forget(root: old.number) }
  }
}
