/// Collects what a `readState` block reads: one expression as it is, several as a tuple in their
/// order.
@resultBuilder
public enum StateValueBuilder {
  /// The values themselves; a tuple of one is that one.
  public static func buildBlock<each Value>(_ value: repeat each Value) -> (repeat each Value) {
    (repeat each value)
  }
}
