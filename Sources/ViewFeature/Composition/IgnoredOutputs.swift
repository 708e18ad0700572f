/// Says of a child that its parent takes no outputs: `OptionalChild(\.row, Row(), output: .ignored)`.
public struct IgnoredOutputs: Sendable {
  /// Outputs are dropped.
  public static let ignored = IgnoredOutputs()
}
