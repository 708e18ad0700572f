import StateCore
import StateRecord

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

  /// Makes the stores of children that an effect has added, so that their reactions see the changes until the travel ends.
  package func willShowEarlierState() {
    guard turns.isTravelling, !turns.hasEnded else { return }
    entrance?.makeStores()
    for child in children?.all ?? [] { child.willShowEarlierState() }
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
