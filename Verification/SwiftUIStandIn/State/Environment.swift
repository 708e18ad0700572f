@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private final class Location {
    let read: (EnvironmentValues) -> Value
    var values = EnvironmentValues()

    init(_ read: @escaping (EnvironmentValues) -> Value) {
      self.read = read
    }
  }

  private let location: Location

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    location = Location { $0[keyPath: keyPath] }
  }

  public var wrappedValue: Value { location.read(location.values) }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension Environment {
  public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
    location = Location { values in
      guard let object = values[objectType] else {
        fatalError("No object of type \(objectType) is in the environment")
      }
      return object
    }
  }

  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    location = Location { $0[objectType] }
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Environment: @unchecked Sendable where Value: Sendable {}

extension Environment: InstalledProperty {
  func install(in context: RenderContext) {
    location.values = context.environment
  }
}
