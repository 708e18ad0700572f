/// An app in a terminal, which draws frames and handles keys.
@MainActor
package protocol AppView: AnyObject {
  func appear()
  /// Ends all started work.
  func disappear()
  /// - Returns: Whether the app keeps running.
  func press(_ key: Key) -> Bool
  /// Redraws the whole frame, because a resized terminal may have lost parts of it.
  func resize(to size: TerminalSize)
  /// Returns when all started work is done and its changes are drawn.
  func settle() async
}

extension LexiconView: AppView {}
