/// The keys of a screen, which are shown in its place.
struct HelpScreen: Equatable {
  /// A key, or several that do much the same, with what they do.
  struct Entry: Equatable {
    let keys: String
    let text: String

    init(_ keys: String, _ text: String) {
      self.keys = keys
      self.text = text
    }
  }

  private let entries: [Entry]

  /// Makes the help of a screen; the keys that all screens have in common are added.
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
