/// The extent to which a test must assert what happens in a `TestStore`.
public enum Exhaustivity: Sendable, Equatable {
  /// Requires assertions for everything: each change of a field, and each action that an effect sends, in order.
  ///
  /// `send` returns when the handler has run. If a test sets this, the state must have fields; by default, the changes
  /// of a state without fields are not checked.
  case on
  /// Requires no assertions; `send` waits for effects and the actions that they send.
  ///
  /// With `showsSkipped`, changes and actions that the test did not assert are logged.
  case off(showsSkipped: Bool)

  /// Requires no assertions; `send` waits for effects and the actions that they send.
  public static let off = Exhaustivity.off(showsSkipped: false)
}
