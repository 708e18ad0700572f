public class DispatchSource {
  public struct MemoryPressureEvent: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let normal = MemoryPressureEvent(rawValue: 1)
    public static let warning = MemoryPressureEvent(rawValue: 2)
    public static let critical = MemoryPressureEvent(rawValue: 4)
  }

  public class func makeMemoryPressureSource(
    eventMask: MemoryPressureEvent,
    queue: DispatchQueue? = nil
  ) -> any DispatchSourceMemoryPressure {
    fatalError()
  }
}

public protocol DispatchSourceProtocol: AnyObject {
  typealias DispatchSourceHandler = () -> Void
}

extension DispatchSourceProtocol {
  public func setEventHandler(handler: DispatchSourceHandler?) {}
  public func activate() {}
  public func cancel() {}
}

public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {}
