open class DispatchQueue: @unchecked Sendable {
  public class var main: DispatchQueue { fatalError() }

  public init(label: String) {}

  public func sync<T>(execute work: () throws -> T) rethrows -> T { fatalError() }

  public func async(execute work: @escaping @Sendable () -> Void) {
    fatalError()
  }

  public class func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? {
    fatalError()
  }

  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {
    fatalError()
  }
}
