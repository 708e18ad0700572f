/// A value of a field, as the steps of a history contain it.
protocol HistoryValue {
  /// The approximate size in bytes.
  var bytes: Int { get }
  func isSame(as other: Self) -> Bool
}
