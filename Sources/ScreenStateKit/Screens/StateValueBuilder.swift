/// A result builder for `readState`: one expression becomes its value, several become a tuple in their order.
@resultBuilder
public enum StateValueBuilder {
  /// Returns the values themselves; a tuple of one value is that value.
  public static func buildBlock<each Value>(_ value: repeat each Value) -> (repeat each Value) {
    (repeat each value)
  }
}
