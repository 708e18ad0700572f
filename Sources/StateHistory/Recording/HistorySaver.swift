/// A part of another product that saves the steps of a history.
@MainActor
package protocol HistorySaver: AnyObject {
  func historyDidChange()
  /// The history or one of its stores ends. It loses its steps after this call, and doesn't call again.
  func historyWillEnd()
}
