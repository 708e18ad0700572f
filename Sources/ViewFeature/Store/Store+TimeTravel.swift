import StateCore

/// A store whose state shows an earlier one.
///
/// Its effects go on. Stores of children that are not in the shown state are kept.
extension Store {
  package func beginTravel() {
    if turns.isTravelling || turns.hasEnded { return }
    setTravelling(true)
    pipeline.tracker?.beginTravel()
    children?.beginTravel()
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
