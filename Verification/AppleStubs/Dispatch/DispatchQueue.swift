open class DispatchQueue: @unchecked Sendable {
  public class var main: DispatchQueue { fatalError() }

  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? {
    fatalError()
  }

  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {
    fatalError()
  }
}
