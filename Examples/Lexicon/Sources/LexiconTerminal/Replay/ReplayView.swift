package import StateJournal

/// Shows a recorded session in a terminal, entry by entry; the last line names the entry.
@MainActor
package final class ReplayView: AppView {
  private let session: StateSession
  private let history: ScreenHistory
  private let clock: any Clock<Duration>
  private let show: (_ frame: Frame, _ previous: Frame?) -> Void
  private var size: TerminalSize
  private var index = 0
  private var screen: RecordedScreen?
  private var shown: Frame?
  private var playing: Task<Void, Never>?

  /// The longest pause while it plays.
  private static let longestPause = 1.0

  /// Makes the app, which shows the first entry.
  ///
  /// - Parameters:
  ///   - session: The session; without entries it shows that there are none.
  ///   - size: How much of it fits.
  ///   - clock: What it plays with.
  ///   - show: As that of `LexiconView`.
  package init(
    session: StateSession,
    size: TerminalSize,
    clock: any Clock<Duration> = ContinuousClock(),
    show: @escaping (_ frame: Frame, _ previous: Frame?) -> Void
  ) {
    self.session = session
    history = ScreenHistory(session)
    self.size = size
    self.clock = clock
    self.show = show
  }

  package func appear() { go(to: 0) }

  package func disappear() {
    playing?.cancel()
    screen = nil
  }

  package func press(_ key: Key) -> Bool {
    playing?.cancel()
    let wasPlaying = playing != nil
    playing = nil
    switch key {
    case .character("q"), .escape: return false
    case .down, .character("j"): go(to: index + 1)
    case .up, .character("k"), .backspace: go(to: index - 1)
    case .enter, .pageDown: go(to: next(\.isAction) ?? session.entries.count - 1)
    case .pageUp: go(to: previous(\.isAction) ?? 0)
    case .home: go(to: 0)
    case .end: go(to: session.entries.count - 1)
    case .character(" "): if !wasPlaying { play() }
    case .character: break
    }
    return true
  }

  package func resize(to size: TerminalSize) {
    self.size = size
    shown = nil
    redraw()
  }

  package func settle() async {
    await playing?.value
    redraw()
  }

  // MARK: Places

  private func next(_ isWanted: (SessionEntry) -> Bool) -> Int? {
    guard index + 1 < session.entries.count else { return nil }
    return session.entries[(index + 1)...].firstIndex(where: isWanted)
  }

  private func previous(_ isWanted: (SessionEntry) -> Bool) -> Int? {
    session.entries[..<index].lastIndex(where: isWanted)
  }

  private func go(to wanted: Int) {
    index = max(0, min(wanted, session.entries.count - 1))
    if session.entries.indices.contains(index) { showState(at: session.entries[index].number) }
    redraw()
  }

  private func showState(at number: Int) {
    guard let store = history.front(at: number) else {
      screen = nil
      return
    }
    if screen?.store != store.id {
      screen = RecordedScreen(of: store, in: session, at: number)
    }
    screen?.travel(to: number)
  }

  /// Goes from change to change, with the pauses that were between them.
  private func play() {
    playing = Task { [weak self] in
      while let pause = self?.pauseBeforeNextChange() {
        do { try await self?.clock.sleep(for: pause) } catch { return }
        guard let self, !Task.isCancelled, let next = next(\.isChange) else { return }
        go(to: next)
      }
    }
  }

  private func pauseBeforeNextChange() -> Duration? {
    guard let next = next(\.isChange) else { return nil }
    let seconds = session.entries[next].seconds - session.entries[index].seconds
    return .seconds(min(max(0, seconds), Self.longestPause))
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
    let above = TerminalSize(columns: size.columns, rows: max(1, size.rows - 1))
    let body =
      screen?.view.frame(in: above)
      ?? ScreenLayout(title: "Lexicon", footer: Self.keys).frame(in: above, body: [])
    return Frame(body.lines + [Frame.Line(status.truncated(to: size.columns), .selected)])
  }

  private var status: String {
    guard session.entries.indices.contains(index) else { return "The session has no entries" }
    return "\(index + 1)/\(session.entries.count)  \(session.entries[index].text)"
  }

  private static let keys =
    "up back   down forward   enter next action   space play   q quit"
}

extension SessionEntry {
  fileprivate var isAction: Bool {
    if case .actionReceived = kind { true } else { false }
  }

  fileprivate var isChange: Bool {
    if case .change = kind { true } else { false }
  }
}
