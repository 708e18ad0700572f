extension Duration {
  /// The duration for a message, in a fitting unit and with at most two decimals: `10 seconds`, `1.5 ms`.
  package var messageText: String {
    let (seconds, attoseconds) = components
    let value = Double(seconds) + Double(attoseconds) / 1e18
    let size = value.magnitude
    if size == 0 || size >= 0.999_995 {
      let number = Self.text(of: value)
      return number == "1" ? "1 second" : "\(number) seconds"
    }
    if size >= 0.000_999_995 { return "\(Self.text(of: value * 1e3)) ms" }
    if size >= 0.000_000_999_995 { return "\(Self.text(of: value * 1e6)) µs" }
    return "\(Self.text(of: value * 1e9)) ns"
  }

  private static func text(of value: Double) -> String {
    let text = "\((value * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
