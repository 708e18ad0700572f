import StateCore

/// A turn in a store's queue that belongs to no action of the store's feature, such as an action for its children.
struct QueuedTurn {
  /// Takes the turn, which has an id in the store's ledger.
  let take: @MainActor (RunningWork.ID) -> Void
  /// Called instead if the turn never comes.
  let drop: (@MainActor () -> Void)?
}
