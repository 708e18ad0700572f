package import LexiconCore
import ScreenStateKit

/// The word list in a terminal: draws the state whenever it changes, and makes actions of keys.
@MainActor
package final class WordListView {
  private let state: WordListState
  private let store: WordListStore
  private let show: (Frame) -> Void
  private var size: TerminalSize
  private var viewport = Viewport()
  private var showsHelp = false
  private var shown: Frame?
  private var observation: ObservationToken?
  private var lastAction: Task<Void, Never>?

  package init(
    state: WordListState,
    store: WordListStore,
    size: TerminalSize,
    show: @escaping (Frame) -> Void
  ) {
    self.state = state
    self.store = store
    self.size = size
    self.show = show
  }

  package func appear() async {
    await store.binding(state: state)
    observation = observe { [weak self] in self?.redraw() }
    send(.refresh)
  }

  package func disappear() {
    observation = nil
    store.binding.cancelAll()
  }

  /// - Returns: Whether the screen goes on.
  package func press(_ key: Key) -> Bool {
    switch key {
    case .quit: return false
    case .help: showsHelp.toggle()
    case .escape, .dismiss: dismiss()
    case .refresh: retryOrRefresh()
    default: move(key)
    }
    redraw()
    return true
  }

  package func resize(to size: TerminalSize) {
    self.size = size
    redraw()
  }

  /// Draws the whole frame again, where something else has written over it.
  package func repair() {
    shown = nil
    redraw()
  }

  /// Returns when all actions are done that were sent so far, and what they changed is drawn.
  package func settle() async {
    await lastAction?.value
    redraw()
  }

  private func dismiss() {
    if showsHelp {
      showsHelp = false
    } else {
      state.displayError = nil
    }
  }

  private func retryOrRefresh() {
    let failed = state.displayError != nil
    // Like the button of an alert, which closes it.
    state.displayError = nil
    send(failed && state.nextPageFailed ? .loadMore : .refresh)
  }

  private func move(_ key: Key) {
    guard !showsHelp else { return }
    let screen = WordListScreen(state, viewport: viewport, showsHelp: false)
    let count = screen.entries.count
    let height = screen.listHeight(in: size)
    guard viewport.move(key, count: count, height: height) else { return }
    viewport.fit(count: count, trailing: screen.trailingRows, height: height)
    if count > 0, viewport.selection == count - 1 {
      send(.loadMore)
    }
  }

  /// Each task waits for the one before, so that the last stands for all.
  private func send(_ action: WordListStore.Action) {
    let sent: AnyTask = store.receive(action: action)
    lastAction = Task { [lastAction] in
      _ = try? await sent.waitComplete()
      await lastAction?.value
    }
  }

  private func redraw() {
    let screen = WordListScreen(state, viewport: viewport, showsHelp: showsHelp)
    let frame = screen.frame(in: size)
    guard frame != shown else { return }
    shown = frame
    show(frame)
  }
}
