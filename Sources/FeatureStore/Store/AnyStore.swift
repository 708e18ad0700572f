package import StateCore

/// A store, for code that doesn't know the type of its feature.
@MainActor
package protocol AnyStore: AnyObject {
  var id: StoreID { get }
  var liveState: AnyObject { get }
  var actionType: any Any.Type { get }
  /// Sends an action from an unknown place, or returns `nil` if it has another type.
  @discardableResult
  func send(any action: Any) -> SentAction?
  /// Notifies a listener that needs no entries in the ledger; `nil` ends this.
  func setLight(_ light: (any StoreListener)?)
  var light: (any StoreListener)? { get }
  /// The child stores that exist.
  var childStores: [any AnyStore] { get }
  var parentID: StoreID? { get }
  /// The type of the feature.
  var featureType: any Any.Type { get }
  /// Reacts immediately to changes that no handler has made.
  func reactToWrites()
  /// Returns the store of the child whose state is the given object, creating it if needed.
  ///
  /// Returns `nil` if the feature declares no such child.
  func childStore(with state: AnyObject) -> (any AnyStore)?
  /// Begins, if the store has not begun and its parent has.
  func beginLife()
  /// Begins the stores of this tree that a hold has kept from it.
  func beginAll()
  /// Treats the store and its children as begun before they existed.
  func assumeLife()
  /// Takes the assumption of `assumeLife` back, because the session contains the beginning.
  func awaitLife()
  /// Runs the functions of a hook for a replay, without their effects.
  func replay(_ hook: LifeCycleHook)
}

extension Store: AnyStore {
  package var liveState: AnyObject { state }

  package var actionType: any Any.Type { F.Action.self }

  @discardableResult
  package func send(any action: Any) -> SentAction? {
    (action as? F.Action).map { send($0, from: .unknown) }
  }

  package var featureType: any Any.Type { F.self }

  package func reactToWrites() { reactToChanges() }
}
