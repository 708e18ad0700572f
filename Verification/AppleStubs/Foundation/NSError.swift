open class NSError: Error, @unchecked Sendable {
  open var domain: String { fatalError() }
  open var code: Int { fatalError() }

  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {
    fatalError()
  }
}

/// The compiler calls it for `as NSError`.
public func _convertErrorToNSError(_ error: any Error) -> NSError {
  fatalError()
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLErrorDomain = "NSURLErrorDomain"

// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLErrorCancelled = -999
