/// A screen of the app, which draws its store's state and turns keys into actions.
@MainActor
protocol ScreenView: AnyObject {
  /// Whether the screen ignores keys until its work ends.
  var isBlocked: Bool { get }
  /// The selected row and the first visible one, if the screen has rows.
  var viewport: Viewport { get set }
  /// The help that the `?` key shows, or `nil` if the key types a character or answers an alert.
  var help: HelpScreen? { get }

  /// Called each time the screen comes to the front.
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
