@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let location: StateLocation<Value>

  public init(wrappedValue value: Value) {
    location = StateLocation(value)
  }

  public init(initialValue value: Value) {
    location = StateLocation(value)
  }

  public var wrappedValue: Value {
    get { location.value }
    nonmutating set { location.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    Binding(read: { location.value }, write: { location.value = $0 })
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension State where Value: ExpressibleByNilLiteral {
  public init() {
    self.init(wrappedValue: nil)
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension State: @unchecked Sendable where Value: Sendable {}

extension State: InstalledProperty {
  func install(in context: RenderContext) {
    location.cell = context.host.cell(at: context.path, initialValue: location.initialValue)
  }
}

/// What one value of a view holds of its state; the values of a view at one place share a cell.
final class StateLocation<Value> {
  let initialValue: Value
  var cell: StateCell<Value>?

  init(_ initialValue: Value) {
    self.initialValue = initialValue
  }

  /// Outside a hierarchy of views, there isn't a cell, and a change is lost, as in SwiftUI.
  var value: Value {
    get { cell?.value ?? initialValue }
    set { cell?.value = newValue }
  }
}

/// The state at one place in the hierarchy of views.
final class StateCell<Value> {
  private let changed: @Sendable (TransactionRecord) -> Void

  var value: Value {
    didSet { changed(.current) }
  }

  init(_ value: Value, changed: @escaping @Sendable (TransactionRecord) -> Void) {
    self.value = value
    self.changed = changed
  }
}
