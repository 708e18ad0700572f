#if Inspector
import StateJournal

@testable import StateInspector

extension StateInspector {
  /// Starts with limits of time that a busy machine keeps; a test of such a limit has a clock of its own.
  static func serve(
    _ journal: StateJournal,
    allowsControl: Bool = false,
    allowsNetwork: Bool = false,
    _ limits: ServerLimits = ServerLimits()
  ) async throws(InspectorError) -> StateInspector {
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
