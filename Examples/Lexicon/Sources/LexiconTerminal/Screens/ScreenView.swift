/// One screen of the app: draws the state of its store, and makes actions of keys.
@MainActor
protocol ScreenView: AnyObject {
  /// Whether something is going on that no key may disturb.
  var isBlocked: Bool { get }
  /// The row that is selected and the first that is seen, where there are rows.
  var viewport: Viewport { get set }
  /// What the question mark shows; nothing where it is typed, or answers something.
  var help: HelpScreen? { get }

  /// The screen comes to the front, for the first time or again.
  func appear()
  func press(_ key: Key, in size: TerminalSize)
  func frame(in size: TerminalSize) -> Frame
}

extension ScreenView {
  var isBlocked: Bool { false }
  var help: HelpScreen? { nil }
  var viewport: Viewport {
    get { Viewport() }
    set {}
  }
}
