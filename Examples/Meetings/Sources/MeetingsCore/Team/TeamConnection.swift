import StateQueries
import ViewFeature

/// Whether the server can be reached, as a hint for the cache of queries.
///
/// A request without an answer loses the connection. From then on, the cache waits with repeated attempts, and the
/// connection asks the server in short intervals whether it is back. An app for Apple's platforms can use
/// `NWPathMonitor` in addition.
@Observable @MainActor
package final class TeamConnection {
  package private(set) var isOnline = true

  nonisolated package init() {}

  /// Notes that a request had no answer.
  func lose() { isOnline = false }

  /// Reports changes to the cache of the calling store, until the caller is cancelled.
  func report() async throws {
    let environment = StoreEnvironment.current
    guard let service = environment.teamService else { return }
    for await isOnline in values(of: \.isOnline) where !isOnline {
      environment.queries.receive(.offline)
      repeat {
        try await environment.clock.sleep(for: .seconds(2))
      } while await !service.isReachable()
      self.isOnline = true
      environment.queries.receive(.online)
    }
    try Task.checkCancellation()
  }
}
