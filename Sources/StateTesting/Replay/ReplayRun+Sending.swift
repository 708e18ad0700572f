import FeatureStore
import StateJournal
import StateRecord

/// Sending of recorded actions to their stores.
extension ReplayRun {
  func send(_ action: ReplayTape.Action) {
    guard let store = store(action.id.store) else {
      let name = tape.stores[action.id.store]?.feature ?? "its store"
      return fail(
        """
        \(action.text), entry \(action.number), can't be sent: the replay has no \(name) at that place. A child's \
        store is found by the property that declares the child in its parent's feature.
        """
      )
    }
    // A change that no handler made may have added the state of a store, which began with it.
    if begun.contains(action.id) { return }
    if action.hook == nil { sendHooks(before: action) }
    if failure != nil { return }
    sending = action
    isInSend = true
    defer { isInSend = false }
    if let hook = action.hook {
      store.replay(hook)
    } else if action.isReaction {
      store.reactToWrites()
    } else {
      switch decode(action, as: store.actionType) {
      case .success(let value): _ = store.send(any: value)
      case .failure(let problem):
        sending = nil
        return fail("The session can't be replayed:\n  \(problem.text)")
      }
    }
    if failure != nil { return }
    if sending != nil {
      sending = nil
      let text = action.isReaction ? "doesn't occur" : "isn't accepted by its store"
      return fail("\(action.text), entry \(action.number), \(text).")
    }
    suspended = open
  }

  /// Runs the hooks that follow an earlier change and that the handler of an action came upon, before its own changes.
  private func sendHooks(before action: ReplayTape.Action) {
    var hook: ReplayTape.Action?
    for entry in session.entries[action.index...].dropFirst() {
      if let current = hook {
        if case .actionHandled(current.id, _) = entry.kind { hook = nil }
        continue
      }
      guard case .actionReceived(let sent) = entry.kind, let next = tape.actions[sent.id],
        next.hook != nil, next.isReplayed, tape.sender(of: next) == nil
      else { return }
      hook = next
      if !begun.contains(next.id) { send(next) }
      if failure != nil { return }
    }
  }

  /// Returns the replay's store for one of the session, and creates it if necessary.
  func store(_ number: Int) -> (any AnyStore)? {
    if number == tape.root { return root }
    guard let description = tape.stores[number], let parent = description.parent,
      let object = frame.roots[number] ?? description.root, let owner = store(parent),
      let root = frame.roots[tape.root]
    else { return nil }
    if writer.object(object) == nil { _ = writer.difference(frame, root: root, from: state) }
    guard let child = writer.object(object), let found = owner.childStore(with: child) else {
      return nil
    }
    storeNumbers[found.id] = number
    return found
  }
}
