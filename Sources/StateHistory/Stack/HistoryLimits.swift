/// The limits of a history.
///
/// If the steps exceed a limit, the oldest ones are removed. This never changes a state.
public struct HistoryLimits: Sendable {
  /// The maximum number of steps.
  public var steps = 1_000
  /// The approximate maximum number of bytes of all steps.
  ///
  /// A step that alone is larger clears the history.
  public var bytes = 4 << 20

  /// Creates the default limits.
  public init() {}
}
