/// The help for a screen's keys, shown in place of the screen.
struct HelpScreen: Equatable {
  /// A key, or several similar keys, with their effect.
  struct Entry: Equatable {
    let keys: String
    let text: String

    init(_ keys: String, _ text: String) {
      self.keys = keys
      self.text = text
    }
  }

  private let entries: [Entry]

  /// Creates the help of a screen, and adds the keys that all screens share.
  init(_ entries: [Entry]) {
    self.entries =
      entries + [Entry("?", "this help, and back; so does Escape"), Entry("q", "quit")]
  }

  func frame(in size: TerminalSize) -> Frame {
    let lines = entries.map { Frame.Line("  \($0.keys.fitted(to: 20)) \($0.text)") }
    let layout = ScreenLayout(title: "Keys", footer: "? back  q quit")
    return layout.frame(in: size, body: lines)
  }
}

extension [HelpScreen.Entry] {
  /// The keys of all lists.
  static var selecting: [HelpScreen.Entry] {
    [
      HelpScreen.Entry("up, down, k, j", "select a word"),
      HelpScreen.Entry("pageup, pagedown", "a screen up or down"),
      HelpScreen.Entry("home, end", "first or last word"),
    ]
  }
}
