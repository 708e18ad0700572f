open class DispatchQueue: @unchecked Sendable {
  public class var main: DispatchQueue { fatalError() }

  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? {
    fatalError()
  }

  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {
    fatalError()
  }
}

public struct DispatchTime: Comparable {
  public let uptimeNanoseconds: UInt64

  public static func now() -> DispatchTime { fatalError() }
  public static func < (lhs: DispatchTime, rhs: DispatchTime) -> Bool { fatalError() }
  public static func == (lhs: DispatchTime, rhs: DispatchTime) -> Bool { fatalError() }
}
