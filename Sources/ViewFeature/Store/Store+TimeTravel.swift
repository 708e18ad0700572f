import StateEngine

/// A store during time travel, when its state shows an earlier one.
///
/// Its effects continue. Stores of children that are not in the shown state are kept.
extension Store {
  package func beginTravel() {
    if turns.isTravelling || turns.hasEnded { return }
    setTravelling(true)
    pipeline.tracker?.beginTravel()
    children?.beginTravel()
  }

  /// Children that an effect has brought have their reactions from now on, which run when the travel ends.
  package func takePresent() {
    guard turns.isTravelling, !turns.hasEnded else { return }
    entrance?.makeStores()
    for child in children?.all ?? [] { child.takePresent() }
  }

  package func endTravel(keepsShown: Bool) {
    guard turns.isTravelling else { return }
    setTravelling(false)
    children?.endTravel(state, keepsShown: keepsShown)
    entrance?.enter()
    if let tracker = pipeline.tracker {
      tracker.endTravel(keepsShown: keepsShown)
      reactToChanges()
    }
    handleQueue()
    pruneChildren()
  }

  package func cancelWork(_ number: Int) {
    work.cancel(number: number, of: runner.owner)
  }
}
