public import ScreenStateKit
public import StateCore
public import ViewFeature

extension StateJournal {
  /// Records a store from now on, with the stores of its children.
  ///
  /// The journal does not keep the store; it ends the recording when it goes away itself.
  ///
  /// - Returns: The identity of the store in the journal.
  @discardableResult
  public func record<F: Feature>(_ store: Store<F>) -> StoreID {
    recordAny(store)
    return store.storeID
  }

  /// Records a screen's store from now on, with its state; a state that is bound later takes its place.
  ///
  /// - Returns: The identity in the journal of the state that is bound now.
  @discardableResult
  public func record<S: ScreenStore>(_ store: S) -> StoreID {
    recordAny(store.binding)
    return store.binding.storeID
  }

  /// Records a screen's state from now on, and the actions of the `TrackedActionStore` that has it.
  ///
  /// - Returns: The identity of the state in the journal.
  @discardableResult
  public func record(_ state: ScreenState) -> StoreID {
    recordAny(state)
    return state.storeID
  }
}
