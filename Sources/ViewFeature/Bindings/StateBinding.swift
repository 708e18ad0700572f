/// Reads a value of a store's state and writes it back through the store: what an input field needs
/// that is not SwiftUI's.
///
/// It keeps its store alive.
@MainActor
public struct StateBinding<Value> {
  /// Reads the value; inside `observe` that counts as read.
  public let get: @MainActor () -> Value
  /// Writes the value, or sends the action that stands for it.
  public let set: @MainActor (Value) -> Void
}

extension Store {
  /// A binding that reads a property and sends an action when it is written.
  ///
  /// `store.binding(\.query, send: Action.queryChanged)`
  @_disfavoredOverload
  public func binding<Value>(
    _ property: KeyPath<F.State, Value>,
    send action: @escaping @MainActor (Value) -> F.Action
  ) -> StateBinding<Value> {
    StateBinding {
      self.state[keyPath: property]
    } set: { value in
      self.send(action(value))
    }
  }

  /// A binding that reads and writes a property, without an action.
  @_disfavoredOverload
  public func binding<Value>(
    _ property: ReferenceWritableKeyPath<F.State, Value>
  ) -> StateBinding<Value> {
    StateBinding {
      self.state[keyPath: property]
    } set: { value in
      self.state[keyPath: property] = value
    }
  }
}
