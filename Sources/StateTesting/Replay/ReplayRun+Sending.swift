import StateJournal
import StateRecord
import ViewFeature

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
    sending = action
    isInSend = true
    defer { isInSend = false }
    if action.isReaction {
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
