@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  public var transaction = Transaction()
  private let read: () -> Value
  private let write: (Value) -> Void

  init(read: @escaping () -> Value, write: @escaping (Value) -> Void) {
    self.read = read
    self.write = write
  }

  @preconcurrency
  public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    // SwiftUI calls them where it is, as this does; the type of a function with a dynamic isolation
    // would need an `await`.
    let plain = unsafeBitCast(Isolated(get: get, set: set), to: Plain.self)
    self.init(read: plain.get, write: plain.set)
  }

  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// Unwraps an optional value; while it is `nil`, the binding keeps the last one.
  public init?(_ base: Binding<Value?>) {
    guard var last = base.wrappedValue else { return nil }
    self.init(
      read: {
        last = base.wrappedValue ?? last
        return last
      },
      write: { base.wrappedValue = $0 }
    )
  }

  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(read: { value }, write: { _ in })
  }

  public var wrappedValue: Value {
    get { read() }
    nonmutating set {
      guard transaction.animation != nil || transaction.disablesAnimations else {
        return write(newValue)
      }
      withTransaction(transaction) { write(newValue) }
    }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    var binding = Binding<Subject>(
      read: { wrappedValue[keyPath: keyPath] },
      write: { newValue in
        var value = wrappedValue
        value[keyPath: keyPath] = newValue
        // An object has been changed in place.
        if !(keyPath is ReferenceWritableKeyPath<Value, Subject>) { wrappedValue = value }
      }
    )
    binding.transaction = transaction
    return binding
  }

  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    var binding = self
    binding.transaction = transaction
    return binding
  }

  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    transaction(Transaction(animation: animation))
  }

  private struct Isolated {
    let get: @isolated(any) @Sendable () -> Value
    let set: @isolated(any) @Sendable (Value) -> Void
  }

  private struct Plain {
    let get: @Sendable () -> Value
    let set: @Sendable (Value) -> Void
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Binding: @unchecked Sendable where Value: Sendable {}
