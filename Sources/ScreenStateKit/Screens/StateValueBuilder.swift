/// A builder for the values of a `readState` block: one expression as is, several as a tuple in their order.
@resultBuilder
public enum StateValueBuilder {
  /// Returns the values themselves; a tuple of one value is that value.
  public static func buildBlock<each Value>(_ value: repeat each Value) -> (repeat each Value) {
    (repeat each value)
  }
}
