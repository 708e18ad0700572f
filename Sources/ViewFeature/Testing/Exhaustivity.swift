/// How much of what happens a `TestStore` wants to be asserted.
public enum Exhaustivity: Sendable, Equatable {
  /// Everything: each change of a field, and each action that an effect sends, in order.
  ///
  /// `send` returns when the handler has run. Needs a state with snapshots.
  case on
  /// Only the test's own assertions; `send` waits for effects and the actions that they send.
  ///
  /// With `showsSkipped`, changes and actions that the test did not assert are written to the log.
  case off(showsSkipped: Bool)

  /// Only the test's own assertions; `send` waits for effects and the actions that they send.
  public static let off = Exhaustivity.off(showsSkipped: false)
}
