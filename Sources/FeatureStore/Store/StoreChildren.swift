import StateCore

/// The stores of a store's children, for the store that owns them.
@MainActor
protocol StoreChildren<State>: AnyObject, Sendable {
  /// The state of the owner.
  associatedtype State: AnyObject

  /// The stores in the order of their creation, one type of feature after the other.
  var all: [any AnyStore] { get }
  /// Ends the stores of children that are no longer in the owner's state.
  ///
  /// If a list has grown, all its children are checked only in a later turn, with `isComplete`.
  func prune(_ state: State, isComplete: Bool)
  func endAll()
  func cancelAllTasks()
  func hold(_ reason: DropReason)
  func makeHeldStores()
  func release(_ state: State, keepsShown: Bool)
}
