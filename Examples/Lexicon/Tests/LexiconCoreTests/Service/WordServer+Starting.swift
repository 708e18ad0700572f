import Foundation
import StateTesting
import WordService

extension WordServer {
  /// Starts a service at a port that the system assigns to no other socket, and so stays free when the service stops.
  static func start(
    _ configuration: Configuration = Configuration(),
    library: @escaping @Sendable () async throws -> WordLibrary
  ) async throws -> WordServer {
    var configuration = configuration
    while true {
      configuration.port = nextPort()
      let server = WordServer(configuration: configuration, library: library)
      do {
        _ = try await server.start()
        return server
      } catch let error as WordServerError where error.reason == "the port is already in use" {
        continue
      }
    }
  }

  /// The words of the service, decoded once for all tests.
  static let words = Task { try WordLibrary.wordNet() }

  private static let portCount = LockIsolated(Int(ProcessInfo.processInfo.processIdentifier) * 769)

  /// A port below the ranges from which systems choose one.
  private static func nextPort() -> UInt16 {
    portCount.withValue { count in
      count += 1
      return UInt16(25_000 + count % 5_000)
    }
  }
}
