public protocol CustomNSError: Error {
  static var errorDomain: String { get }
  var errorCode: Int { get }
  var errorUserInfo: [String: Any] { get }
}

extension CustomNSError {
  public static var errorDomain: String { fatalError() }
  public var errorCode: Int { fatalError() }
  public var errorUserInfo: [String: Any] { fatalError() }
}
