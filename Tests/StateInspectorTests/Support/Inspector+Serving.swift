#if Inspector
import StateJournal

@testable import StateInspector

extension Inspector {
  /// Starts an inspector with time limits that a busy machine meets.
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
    return try await start(
      journal,
      allowsControl: allowsControl,
      allowsNetwork: allowsNetwork,
      limits,
      clock: ContinuousClock()
    )
  }
}
#endif
