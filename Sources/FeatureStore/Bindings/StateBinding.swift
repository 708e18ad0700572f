/// A binding that reads a value of a store's state and writes it through the store, for input fields outside of
/// SwiftUI.
///
/// It keeps its store alive.
@MainActor
public struct StateBinding<Value> {
  private let read: @MainActor () -> Value
  private let write: @MainActor (Value) -> Void

  init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    read = get
    write = set
  }

  /// Returns the value; inside `observe`, this counts as a read.
  public func get() -> Value {
    read()
  }

  /// Writes the value, or sends the corresponding action.
  public func set(_ value: Value) {
    write(value)
  }
}

extension Store {
  /// Returns a binding that reads a property and sends an action when it is written.
  ///
  /// For example, `store.binding(\.query, send: Action.queryChanged)`.
  @_disfavoredOverload
  public func binding<Value>(
    _ property: KeyPath<F.State, Value>,
    send action: @escaping @MainActor (Value) -> F.InputAction
  ) -> StateBinding<Value> {
    StateBinding {
      self.state[keyPath: property]
    } set: { value in
      self.send(action(value))
    }
  }

  /// Returns a binding that reads and writes a property, without an action.
  ///
  /// `onChange` of the handler reacts within the write.
  @_disfavoredOverload
  public func binding<Value>(
    _ property: ReferenceWritableKeyPath<F.State, Value>
  ) -> StateBinding<Value> {
    StateBinding {
      self.state[keyPath: property]
    } set: { value in
      self.write(property, value)
    }
  }
}
