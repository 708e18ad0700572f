extension Duration {
  /// The number of whole nanoseconds, limited to the maximum integer.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, hasOverflown) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return hasOverflown || isTooLarge ? .max : sum
  }

  /// The duration with three significant digits: `1.23 ms`.
  var shortText: String {
    let count = nanoseconds
    if count < 1_000 { return "\(count) ns" }
    var value = Double(count) / 1_000
    for unit in ["µs", "ms"] {
      if value < 999.5 { return "\(Self.threeDigits(value)) \(unit)" }
      value /= 1_000
    }
    return "\(Self.threeDigits(value)) s"
  }

  private static func threeDigits(_ value: Double) -> String {
    let decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
    let factor = decimals == 2 ? 100 : decimals == 1 ? 10 : 1
    let number = Int64((value * Double(factor)).rounded())
    if decimals == 0 { return "\(number)" }
    let rest = "\(number % Int64(factor))"
    let zeros = String(repeating: "0", count: decimals - rest.count)
    return "\(number / Int64(factor)).\(zeros)\(rest)"
  }
}
