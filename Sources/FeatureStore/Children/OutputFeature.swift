/// A feature that reports results to its parent or to the owner of its store.
@MainActor
public protocol OutputFeature: Feature where ParentOutput == Output {
  /// The results that the feature can report; usually an enumeration.
  associatedtype Output: Sendable
}

extension OutputFeature {
  /// Returns an effect that sends a value to the parent.
  ///
  /// The parent handles the value as a separate action, which the action of this feature doesn't wait for. If the
  /// output has no receiver, the value is logged and dropped, and reported as an issue in debug builds.
  public func output(_ value: Output) -> Effect {
    Effect(.init(.output(value)))
  }
}

/// A marker for a child whose outputs its parent ignores: `OptionalChild(\.row, Row(), output: .ignored)`.
public struct IgnoredOutputs: Sendable {
  /// Drops the outputs.
  public static let ignored = IgnoredOutputs()
}
