public struct WSFrame: Sendable, Hashable {}

public protocol WSHandler: Sendable {
  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame>
}

public struct WebSocketHTTPHandler: Sendable {
  public init(handler: some WSHandler) { fatalError() }

  public func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    fatalError()
  }
}
