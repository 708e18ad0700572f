public struct DispatchTime: Comparable, Sendable {
  public let uptimeNanoseconds: UInt64

  public static func now() -> DispatchTime { fatalError() }
  public static func < (lhs: DispatchTime, rhs: DispatchTime) -> Bool { fatalError() }
  public static func == (lhs: DispatchTime, rhs: DispatchTime) -> Bool { fatalError() }
}

public enum DispatchTimeInterval: Sendable {
  case milliseconds(Int)
}

public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime {
  fatalError()
}
