public protocol MetricsFactory: Sendable {}

public enum MetricsSystem {
  public static var factory: any MetricsFactory { fatalError() }
}

public final class Counter {
  public init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
    fatalError()
  }

  public func increment() { fatalError() }
}

public final class Meter {
  public init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
    fatalError()
  }

  public func set<Value: BinaryInteger>(_ value: Value) { fatalError() }
  public func set<Value: BinaryFloatingPoint>(_ value: Value) { fatalError() }
}

public final class Timer {
  public init(label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory) {
    fatalError()
  }

  public func recordNanoseconds(_ duration: Int64) { fatalError() }
}

extension Counter: Sendable {}
extension Meter: Sendable {}
extension Timer: Sendable {}
