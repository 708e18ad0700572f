package import LexiconReplay

/// Replays a recorded session in a terminal, entry by entry.
///
/// The last line shows the entry; the line above it shows its cause.
@MainActor
package final class ReplayView: AppView {
  private let replay: SessionReplay
  private let show: (_ frame: Frame, _ previous: Frame?) -> Void
  private var size: TerminalSize
  private var front: (screen: RecordedScreen, view: any ScreenView)?
  private var shown: Frame?

  /// Creates the app, which shows the current entry of the replay.
  ///
  /// - Parameters:
  ///   - replay: The session. If it has no entries, the app shows a message.
  ///   - size: The size of the terminal.
  ///   - show: Receives each frame, as in `LexiconView`.
  package init(
    replay: SessionReplay,
    size: TerminalSize,
    show: @escaping (_ frame: Frame, _ previous: Frame?) -> Void
  ) {
    self.replay = replay
    self.size = size
    self.show = show
  }

  package func appear() {
    replay.didChange = { [weak self] in self?.redraw() }
    redraw()
  }

  package func disappear() {
    replay.didChange = {}
    replay.pause()
    front = nil
  }

  package func press(_ key: Key) -> Bool {
    switch key {
    case .character("q"), .escape: return false
    case .down, .character("j"): replay.goForward()
    case .up, .character("k"), .backspace: replay.goBack()
    case .enter, .pageDown: replay.goToNextAction()
    case .pageUp: replay.goToPreviousAction()
    case .home: replay.goToStart()
    case .end: replay.goToEnd()
    case .character(" "): replay.playOrPause()
    case .character: replay.pause()
    }
    return true
  }

  package func resize(to size: TerminalSize) {
    self.size = size
    shown = nil
    redraw()
  }

  package func settle() async {
    await replay.settle()
    redraw()
  }

  // MARK: Frames

  private func redraw() {
    let frame = frame
    guard frame != shown else { return }
    let previous = shown
    shown = frame
    show(frame, previous)
  }

  private var frame: Frame {
    let above = TerminalSize(columns: size.columns, rows: max(1, size.rows - 2))
    let body =
      view?.frame(in: above)
      ?? ScreenLayout(title: "Lexicon", footer: Self.keys).frame(in: above, body: [])
    let below = [replay.cause ?? "", status].map { $0.truncatedInTheMiddle(to: size.columns) }
    return Frame(body.lines + [Frame.Line(below[0], .faint), Frame.Line(below[1], .selected)])
  }

  /// The view of the frontmost screen; it keeps its scroll position while the screen stays in front.
  private var view: (any ScreenView)? {
    if front?.screen !== replay.front {
      front = replay.front.map { ($0, $0.makeView()) }
    }
    return front?.view
  }

  private var status: String {
    [replay.position, replay.text].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private static let keys =
    "up back   down forward   enter next action   space play   q quit"
}
