import FlyingFox
import FlyingSocks
package import Foundation

/// The word service: an HTTP server on 127.0.0.1.
package actor WordServer {
  package struct Configuration: Sendable {
    /// The port; if it is 0, the system chooses a free one.
    package var port: UInt16 = 0
    /// The delay of each response.
    package var latency: Duration = .zero
    package var faults: FaultPlan = .none

    package init() {}
  }

  private static let host = "127.0.0.1"

  private let configuration: Configuration
  private let library: @Sendable () async throws -> WordLibrary
  private let clock: any Clock<Duration>
  private var server: HTTPServer?
  private var starting: Task<URL, any Error>?

  package init(
    configuration: Configuration,
    library: @escaping @Sendable () async throws -> WordLibrary = { try .wordNet() },
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.configuration = configuration
    self.library = library
    self.clock = clock
  }

  /// Starts the service unless it is running, and returns its address.
  ///
  /// - Throws: ``WordServerError`` if the service can't listen; a later call retries.
  package func start() async throws -> URL {
    if let starting {
      return try await starting.value
    }
    let task = Task { try await listen() }
    starting = task
    do {
      return try await task.value
    } catch {
      starting = nil
      throw error
    }
  }

  /// Stops the service and the requests in flight.
  package func stop() async {
    await server?.stop()
    server = nil
    starting = nil
  }

  private func listen() async throws -> URL {
    let handler = WordHandler(
      library: try await library(),
      latency: configuration.latency,
      faults: configuration.faults,
      clock: clock
    )
    let server = HTTPServer(
      address: try .inet(ip4: Self.host, port: configuration.port),
      // The client decides how long it waits; the server never times out.
      timeout: 24 * 60 * 60,
      logger: .disabled,
      handler: handler
    )
    try await run(server)
    self.server = server
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let url = URL(string: "http://\(host):\(port)")
    else { throw failure(SocketError.unsupportedAddress) }
    return url
  }

  /// Returns when the server listens; the server continues in its own task.
  private func run(_ server: HTTPServer) async throws {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    Task {
      do {
        try await server.run()
      } catch {
        outcome.yield(.failure(error))
      }
    }
    let listening = Task {
      do {
        try await server.waitUntilListening()
        outcome.yield(.success(()))
      } catch {
        outcome.yield(.failure(error))
      }
    }
    defer { listening.cancel() }
    for await first in outcomes {
      do {
        return try first.get()
      } catch {
        await server.stop()
        throw failure(error)
      }
    }
  }

  private func failure(_ error: any Error) -> WordServerError {
    WordServerError(address: "\(Self.host):\(configuration.port)", error)
  }
}
