package import StateCore

/// A listener to one store.
///
/// A store without a listener does nothing for one.
package protocol ScreenStoreListener: AnyObject, Sendable {
  /// Returns the listener to a state that the store is bound to now.
  ///
  /// The store calls it under its lock. `id` is the identity of the store until now, if it had no state.
  func listener(
    to state: ScreenState,
    of store: (any Any.Type)?,
    as id: StoreID?
  ) -> any ScreenListener
  /// The store was bound to another state.
  func bound(_ store: any AnyObject & Sendable, to listener: any ScreenListener)
}
