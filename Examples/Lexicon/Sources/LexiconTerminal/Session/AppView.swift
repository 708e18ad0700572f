/// An app in a terminal: draws frames, and takes keys.
@MainActor
package protocol AppView: AnyObject {
  func appear()
  /// Ends all that was started.
  func disappear()
  /// - Returns: Whether the app goes on.
  func press(_ key: Key) -> Bool
  /// Draws the whole frame again, of which a terminal that was resized may have lost parts.
  func resize(to size: TerminalSize)
  /// Returns when all is done that was started so far, and what it changed is drawn.
  func settle() async
}

extension LexiconView: AppView {}
