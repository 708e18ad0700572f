package import StateCore

/// A store that is held, because its state shows other values for a while.
///
/// It drops new actions, lets queued ones wait, and doesn't react to changes. Its effects continue. The stores of
/// children that are not in the shown state are kept.
extension Store {
  package func hold(_ reason: DropReason) {
    if turns.isHeld || turns.hasEnded { return }
    setHold(reason)
    pipeline.tracker?.hold()
    children?.hold(reason)
  }

  /// Creates the stores of children that were added during the hold, so that their reactions see the later changes.
  package func makeHeldStores() {
    guard turns.isHeld, !turns.hasEnded else { return }
    entrance?.makeStores()
    children?.makeHeldStores()
  }

  /// Ends the hold; with `keepsShown`, the values that the state shows are those to continue with.
  package func release(keepsShown: Bool) {
    guard turns.isHeld else { return }
    guard life != nil else {
      releaseAll(keepsShown: keepsShown)
      return beginAll()
    }
    // Stores begin when all of them are released, parents before children.
    LifeCycleTurn.delay { releaseAll(keepsShown: keepsShown) }
    beginAll()
    LifeCycleTurn.runWaiting()
  }

  private func releaseAll(keepsShown: Bool) {
    setHold(nil)
    children?.release(state, keepsShown: keepsShown)
    entrance?.enter()
    if let tracker = pipeline.tracker {
      tracker.release(keepsShown: keepsShown)
      reactToChanges()
    }
    handleQueue()
    pruneChildren()
  }
}
