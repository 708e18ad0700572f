#if canImport(SwiftUI)
public import SwiftUI

extension Store {
  /// Returns a binding that reads a property and sends an action when it is written.
  ///
  /// For example, `TextField("Search", text: store.binding(\.query, send: Action.queryChanged))`. The action is sent
  /// within the transaction of the write.
  public func binding<Value: Sendable>(
    _ property: KeyPath<F.State, Value>,
    send action: @escaping @MainActor @Sendable (Value) -> F.InputAction
  ) -> Binding<Value> {
    Binding { @MainActor in
      self.state[keyPath: property]
    } set: { @MainActor value in
      self.send(action(value))
    }
  }

  /// Returns a binding that reads and writes a property, without an action.
  ///
  /// `onChange` of the handler reacts within the write.
  public func binding<Value: Sendable>(
    _ property: ReferenceWritableKeyPath<F.State, Value>
  ) -> Binding<Value> {
    Binding { @MainActor in
      self.state[keyPath: property]
    } set: { @MainActor value in
      self.write(property, value)
    }
  }
}

extension Bindable {
  /// The state of a store, for bindings to its properties: `$store.state.query`.
  @MainActor
  public subscript<F: Feature>(
    dynamicMember state: KeyPath<Store<F>, F.State>
  ) -> Bindable<F.State> where Value == Store<F>, F.State: Observable {
    Bindable<F.State>(wrappedValue[keyPath: state])
  }
}

extension Binding {
  /// The state of a store, for bindings to its properties: `$store.state.query`.
  @MainActor
  public subscript<F: Feature>(
    dynamicMember state: KeyPath<Store<F>, F.State>
  ) -> Bindable<F.State> where Value == Store<F>, F.State: Observable {
    Bindable<F.State>(wrappedValue[keyPath: state])
  }
}
#endif
