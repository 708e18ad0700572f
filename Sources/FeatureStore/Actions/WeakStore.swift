import StateCore

/// A reference to a store that doesn't keep it alive; each store has one.
@MainActor
final class WeakStore {
  /// The type of the store's feature.
  nonisolated let feature: any Any.Type
  nonisolated let environment: StoreEnvironment
  weak var object: AnyObject?
  var listener: (any StoreListener)?
  /// The parent store.
  weak var parent: WeakStore?
  /// The identity of the store in events.
  lazy var id = StoreID.make()

  init(feature: any Any.Type, environment: StoreEnvironment) {
    self.feature = feature
    self.environment = environment
  }
}
