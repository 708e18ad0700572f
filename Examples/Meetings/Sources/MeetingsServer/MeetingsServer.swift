#if Server
import FlyingFox
import FlyingSocks
package import Foundation

/// An HTTP server on 127.0.0.1.
package struct MeetingsServer: Sendable {
  private static let host = "127.0.0.1"

  private let server: HTTPServer
  /// The address of the server.
  package let url: URL
  private let running: Task<Void, any Error>

  /// Starts a server at a port, or at a free one if it is 0, and returns when it listens.
  package static func start(
    port: UInt16 = 0,
    _ handler: MeetingsHandler
  ) async throws -> MeetingsServer {
    let server = HTTPServer(
      // FlyingFox's loopback address is only that of IPv6.
      address: try .inet(ip4: host, port: port),
      // The client decides how long it waits.
      timeout: 24 * 60 * 60,
      logger: .disabled,
      handler: ClosureHTTPHandler { try await handler.respond(to: $0) }
    )
    let running = Task { try await server.run() }
    // The error of a port in use ends `run`, while `waitUntilListening` continues to wait.
    let listening = Task { try await server.waitUntilListening() }
    let failing = Task {
      _ = try? await running.value
      listening.cancel()
    }
    do {
      try await listening.value
    } catch {
      try await running.value
      throw error
    }
    failing.cancel()
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let url = URL(string: "http://\(host):\(port)")
    else { throw SocketError.unsupportedAddress }
    return MeetingsServer(server: server, url: url, running: running)
  }

  /// Waits until the server ends.
  package func run() async throws { try await running.value }

  /// Stops the server and the requests in flight.
  package func stop() async { await server.stop() }
}
#endif
