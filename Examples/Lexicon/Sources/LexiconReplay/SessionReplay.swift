package import StateJournal

/// A recorded session, replayed entry by entry with the screens that were open after each.
@MainActor
package final class SessionReplay {
  private let session: StateSession
  private let history: ScreenHistory
  private let clock: any Clock<Duration>
  /// The entry in which each action was received.
  private let actions: [SessionID: SessionEntry]
  private var index = 0
  private var frontID: Int?
  private var playing: Task<Void, Never>?

  /// The longest pause during playback.
  private static let longestPause = 1.0

  /// The screens that this app can show, with the last one opened or used at the end.
  package private(set) var screens: [RecordedScreen] = []

  /// Called after each move, and when playback starts or stops.
  package var didChange: @MainActor () -> Void = {}

  /// Creates a replay that shows the first entry, if the session has any.
  ///
  /// - Parameters:
  ///   - session: The recorded session.
  ///   - clock: The clock of the playback.
  package init(_ session: StateSession, clock: any Clock<Duration> = ContinuousClock()) {
    self.session = session
    self.clock = clock
    history = ScreenHistory(session)
    actions = session.entries.reduce(into: [:]) { actions, entry in
      if case .actionReceived(let sent) = entry.kind { actions[sent.id] = entry }
    }
    showScreens()
  }

  deinit {
    playing?.cancel()
  }

  // MARK: Shown states

  /// The last screen opened or used, or `nil` if this app can't show it.
  package var front: RecordedScreen? { screens.last { $0.id == frontID } }

  /// The position in the session, such as `12/345`.
  package var position: String { entry == nil ? "" : "\(index + 1)/\(session.entries.count)" }

  /// A description of the entry with its number.
  package var text: String { entry?.textWithoutOrigin ?? "The session has no entries" }

  /// A description of the cause of the shown change or action.
  ///
  /// The cause is an action, with the number of its entry, or the source location of the call that sent the action.
  package var cause: String? {
    let cause: SessionCause
    var origin: String?
    switch entry?.kind {
    case .change(let change): cause = change.cause
    case .actionReceived(let sent):
      cause = sent.cause
      origin = sent.origin
    default: return nil
    }
    let action: SessionID? =
      switch cause {
      case .handler(let id): id
      case .effect(_, of: let id): id
      default: nil
      }
    return (action.flatMap { actions[$0]?.textWithoutOrigin } ?? origin).map { "← \($0)" }
  }

  package var isAtStart: Bool { index == 0 }

  package var isAtEnd: Bool { index + 1 >= session.entries.count }

  package var isPlaying: Bool { playing != nil }

  private var entry: SessionEntry? {
    session.entries.indices.contains(index) ? session.entries[index] : nil
  }

  // MARK: Moves

  package func goForward() { go(to: index + 1) }

  package func goBack() { go(to: index - 1) }

  /// Moves to the next action received by a store, or to the end.
  package func goToNextAction() { go(to: next(\.isAction) ?? session.entries.count - 1) }

  /// Moves to the previous action, or to the start.
  package func goToPreviousAction() {
    go(to: session.entries[..<index].lastIndex(where: \.isAction) ?? 0)
  }

  package func goToStart() { go(to: 0) }

  package func goToEnd() { go(to: session.entries.count - 1) }

  private func go(to wanted: Int) {
    stop()
    move(to: wanted)
  }

  private func move(to wanted: Int) {
    index = max(0, min(wanted, session.entries.count - 1))
    showScreens()
    didChange()
  }

  private func next(_ isWanted: (SessionEntry) -> Bool) -> Int? {
    guard !isAtEnd else { return nil }
    return session.entries[(index + 1)...].firstIndex(where: isWanted)
  }

  private func showScreens() {
    guard let number = entry?.number else { return }
    let open = history.open(at: number)
    frontID = open.last?.id
    screens = open.compactMap { store in
      screens.first { $0.id == store.id }
        ?? RecordedScreen(of: store, in: session)
    }
    for screen in screens { screen.travel(to: number) }
  }

  // MARK: Playback

  /// Plays the changes with their recorded pauses, or stops playback.
  package func playOrPause() {
    if isPlaying { pause() } else { play() }
  }

  package func pause() {
    guard isPlaying else { return }
    stop()
    didChange()
  }

  /// Returns when playback has stopped.
  package func settle() async {
    await playing?.value
  }

  private func stop() {
    playing?.cancel()
    playing = nil
  }

  private func play() {
    playing = Task { [weak self, clock] in
      while let pause = self?.pauseBeforeNextChange() {
        do { try await clock.sleep(for: pause) } catch { return }
        guard let self, !Task.isCancelled, let next = next(\.isChange) else { return }
        move(to: next)
      }
      guard !Task.isCancelled else { return }
      self?.pause()
    }
    didChange()
  }

  private func pauseBeforeNextChange() -> Duration? {
    guard let next = next(\.isChange) else { return nil }
    let seconds = session.entries[next].seconds - session.entries[index].seconds
    return .seconds(min(max(0, seconds), Self.longestPause))
  }
}

extension SessionEntry {
  fileprivate var textWithoutOrigin: String {
    guard case .actionReceived(let sent) = kind, let origin = sent.origin else { return text }
    return text.replacing(", from \(origin)", with: "", maxReplacements: 1)
  }

  fileprivate var isAction: Bool {
    if case .actionReceived = kind { true } else { false }
  }

  fileprivate var isChange: Bool {
    if case .change = kind { true } else { false }
  }
}
