import StateCore

/// A reference to a store that doesn't keep it alive; each store has one.
@MainActor
final class WeakStore {
  weak var object: AnyObject?
  var listener: (any StoreListener)?
  /// The parent store.
  weak var parent: WeakStore?
  /// The identity of the store in events.
  lazy var id = StoreID.make()
}
