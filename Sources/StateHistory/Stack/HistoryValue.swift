/// A value of a field, as the steps of a history contain it.
protocol HistoryValue {
  /// The approximate size in bytes.
  var bytes: Int { get }
  func isSame(as other: Self) -> Bool
  /// Returns the values before and after two changes that follow each other, with their sizes.
  static func joined(
    _ first: (before: Self, after: Self),
    _ second: (before: Self, after: Self)
  ) -> (before: Self, after: Self)
}

extension HistoryValue {
  static func joined(
    _ first: (before: Self, after: Self),
    _ second: (before: Self, after: Self)
  ) -> (before: Self, after: Self) {
    (first.before, second.after)
  }
}
