public import Foundation

public struct HTTPRequest: Sendable {
  public struct QueryItem: Sendable, Equatable {}

  public init(
    method: HTTPMethod,
    version: HTTPVersion,
    path: String,
    query: [QueryItem],
    headers: [HTTPHeader: String],
    body: Data
  ) {
    fatalError()
  }
}

public struct HTTPMethod: Sendable, Hashable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let GET = HTTPMethod()
}

public struct HTTPVersion: Sendable, Hashable {
  public static let http11 = HTTPVersion()
}

public struct HTTPHeader: Sendable, Hashable {
  public init(_ rawValue: String) { fatalError() }

  public static let webSocketAccept = HTTPHeader("")
}

public struct HTTPHeaders: Sendable, Hashable {
  public subscript(header: HTTPHeader) -> String? { fatalError() }
}

public struct HTTPStatusCode: Sendable, Hashable {
  public static let switchingProtocols = HTTPStatusCode()
}

public struct HTTPResponse: Sendable {
  public var statusCode: HTTPStatusCode
  public var headers: HTTPHeaders
}
