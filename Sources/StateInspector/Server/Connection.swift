#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import FlyingFox
import Foundation
import StateCore
import StateJournal

/// A connection with one request and its response, or with the messages of a page.
struct Connection: Sendable {
  let id: ConnectionTable.ID
  let socket: ServerSocket
  let server: InspectorServer

  init(id: ConnectionTable.ID, _ socket: ServerSocket, _ server: InspectorServer) {
    self.id = id
    self.socket = socket
    self.server = server
  }

  func run() async {
    do {
      let progress = try await server.clock.withLimit(server.limits.requestTime) {
        try await readRequest()
      }
      switch progress {
      case .needsMore: return
      case .refused(let failure):
        try await send(.failure(failure.status, failure.reason), nil)
        await socket.drain(server.clock, server.limits.drainTime)
      case .request(let request, let rest): try await answer(request, rest)
      }
    } catch is StateCore.TimeoutError {
      try? await send(.failure(.timedOut, "The request timed out."), nil)
    } catch {
      // The connection was closed.
    }
  }

  private func readRequest() async throws -> RequestParser.Progress {
    var parser = RequestParser(server.limits)
    while let bytes = try await socket.read() {
      let progress = parser.append(bytes)
      if progress != .needsMore { return progress }
    }
    return .needsMore
  }

  // MARK: Answers

  private func answer(_ request: ReceivedRequest, _ rest: [UInt8]) async throws {
    if let refusal = server.access.refusal(request) { return try await send(refusal, request) }
    guard server.beginAnswer(id) else {
      return try await send(.failure(.unavailable, "Too many open requests."), request)
    }
    switch Route.open(request) {
    case .file(let file)?:
      try await send(HTTPAnswer(status: .ok, type: file.type, body: file.bytes), request)
    case .socket?: try await upgrade(request, rest)
    case .api?, nil: try await send(await apiAnswer(to: request), request)
    }
  }

  private func apiAnswer(to request: ReceivedRequest) async -> HTTPAnswer {
    let isFromAssistant = request.path == Route.assistants
    guard isFromAssistant || request.path.hasPrefix("/api/") else {
      let isKnown = PageFile.named(request.path) != nil || request.path == "/socket"
      return isKnown
        ? .requires("GET") : .failure(.notFound, "This path doesn't exist.")
    }
    guard server.access.hasToken(request) else {
      return .failure(.unauthorized, "The token is missing or wrong.")
    }
    guard server.allowsRequest() else {
      return .failure(.tooMany, "Too many requests per second.")
    }
    if isFromAssistant {
      return await AssistantDesk(desk: server.desk, limits: server.limits).answer(to: request)
    }
    do throws(Route.Failure) {
      let session = try Route.session(request)
      do throws(RequestFailure) {
        if let session {
          let data = try await server.desk.reader.session(with: session.upTo).data
          return HTTPAnswer(status: .ok, type: "application/jsonl", body: Array(data))
        }
      } catch {
        return .failure(error.status, error.reason)
      }
      let wanted = try Route.api(request)
      do throws(RequestFailure) {
        return .json(try await server.desk.answer(wanted))
      } catch {
        return .failure(error.status, error.reason)
      }
    } catch {
      return error.answer
    }
  }

  private func send(_ answer: HTTPAnswer, _ request: ReceivedRequest?) async throws {
    let bytes = answer.bytes(sockets: server.access.sockets(for: request))
    try await server.clock.withLimit(server.limits.answerTime) { try await socket.write(bytes) }
  }

  // MARK: Pages

  private func upgrade(_ request: ReceivedRequest, _ rest: [UInt8]) async throws {
    guard let key = try await Self.acceptedKey(request) else {
      return try await send(
        .failure(.badRequest, "This path is for WebSockets of version 13."),
        request
      )
    }
    server.upgrade(id)
    let head = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(key)", "Cache-Control: no-store", "", "",
    ]
    try await socket.write(Array(head.joined(separator: "\r\n").utf8))
    await PageConnection(self, rest).run()
  }

  /// Returns the value that proves that the server accepts the upgrade, or `nil` if the request isn't a valid upgrade.
  private static func acceptedKey(_ request: ReceivedRequest) async throws -> String? {
    var headers: [HTTPHeader: String] = [:]
    for (name, values) in request.headers where values.count == 1 {
      headers[HTTPHeader(name)] = values[0]
    }
    let handshake = HTTPRequest(
      method: .GET,
      version: .http11,
      path: request.path,
      query: [],
      headers: headers,
      body: Data()
    )
    let answer = try await WebSocketHTTPHandler(handler: NoFrames()).handleRequest(handshake)
    return answer.statusCode == .switchingProtocols ? answer.headers[.webSocketAccept] : nil
  }
}

/// FlyingFox only performs the handshake, because it doesn't limit the length of frames.
private struct NoFrames: WSHandler {
  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Swift.Error>
  ) async throws -> AsyncStream<WSFrame> {
    AsyncStream { $0.finish() }
  }
}
#endif
