/// A marker for a child whose outputs its parent ignores: `OptionalChild(\.row, Row(), output: .ignored)`.
public struct IgnoredOutputs: Sendable {
  /// Drops the outputs.
  public static let ignored = IgnoredOutputs()
}
