/// Reads a value of a store's state and writes it back through the store, for input fields that are not
/// SwiftUI's.
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

  /// Reads the value; inside `observe` that counts as read.
  public func get() -> Value {
    read()
  }

  /// Writes the value, or sends the action that stands for it.
  public func set(_ value: Value) {
    write(value)
  }
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
  ///
  /// `onChange` of the handler reacts inside of the write.
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
