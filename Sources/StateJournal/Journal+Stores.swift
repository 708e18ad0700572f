import FeatureRecording
public import FeatureStore
import ScreenRecording
public import ScreenStateKit
public import StateCore

extension Journal {
  /// Records a store from now on, together with the stores of its children.
  ///
  /// The journal doesn't retain the store. The recording ends when the journal is deallocated.
  ///
  /// - Returns: The identity of the store in the journal.
  @discardableResult
  public func record<F: Feature>(_ store: Store<F>) -> StoreID {
    recordAny(store)
    return store.id
  }

  /// Records a screen's store from now on, with its state.
  ///
  /// If another state is bound later, it replaces the current one.
  ///
  /// - Returns: The identity of the currently bound state in the journal.
  @discardableResult
  public func record<S: ScreenStore>(_ store: S) -> StoreID {
    recordAny(store.binding)
    return store.binding.storeID
  }

  /// Records a screen's state from now on, and the actions of the `TrackedActionStore` that contains it.
  ///
  /// - Returns: The identity of the state in the journal.
  @discardableResult
  public func record(_ state: ScreenState) -> StoreID {
    recordAny(state)
    return state.storeID
  }
}
