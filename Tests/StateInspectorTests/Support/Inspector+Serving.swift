#if Inspector
import StateJournal

@testable import StateInspector

extension Inspector {
  /// Starts an inspector with time limits that a busy machine meets, at a port that stays free when it stops.
  ///
  /// A test of such a limit uses a separate clock.
  static func serve(
    _ journal: Journal,
    allowsControl: Bool = false,
    allowsNetwork: Bool = false,
    _ limits: ServerLimits = ServerLimits()
  ) async throws(InspectorError) -> Inspector {
    var limits = limits
    limits.requestTime = .seconds(1_000)
    limits.answerTime = .seconds(1_000)
    limits.greetingTime = .seconds(1_000)
    limits.lastMessageTime = .seconds(1_000)
    limits.drainTime = .seconds(1_000)
    while true {
      let port = TestPorts.next()
      do {
        return try await start(
          journal,
          port: port,
          allowsControl: allowsControl,
          allowsNetwork: allowsNetwork,
          limits,
          clock: ContinuousClock()
        )
      } catch .portIsInUse {
        continue
      }
    }
  }
}
#endif
