import LexiconCore
import ScreenStateKit
import StateHistory
import ViewFeature

/// Lists all words.
@MainActor
final class WordListView: ScreenView {
  private let state: WordListState
  private let store: WordListStore
  private let marks: Marks
  private let context: ScreenContext
  var viewport = Viewport()
  private var hasAppeared = false

  init(
    store: WordListStore,
    state: WordListState = WordListState(),
    marks: Marks = Marks(),
    context: ScreenContext
  ) {
    self.store = store
    self.marks = marks
    self.state = state
    self.context = context
  }

  var help: HelpScreen? {
    HelpScreen(
      .selecting + [
        .init("end", "loads more words"),
        .init("enter", "the word's page, with your note"),
        .init("/", "search"),
        .init("s", "the words that you saved"),
        .init("m", "mark the word, or remove its mark"),
        .init("u, U", "undo or redo a mark, also after a restart"),
        .init("r", "load the list again, or retry after an error"),
        .init("d, Escape", "dismiss an error"),
      ]
    )
  }

  func appear() {
    guard !hasAppeared else { return }
    hasAppeared = true
    context.work.add { [weak self] in
      guard let self else { return }
      await store.bind(to: state)
      // Restores the row that was selected when the app ended.
      if viewport.selection > 0 {
        send(.load(upTo: viewport.selection))
      } else {
        send(.refresh)
      }
    }
  }

  func press(_ key: Key, in size: TerminalSize) {
    switch key {
    case .character("q"): context.navigate(.quit)
    case .escape, .character("d"): state.displayError = nil
    case .character("r"): retryOrRefresh()
    case .character("/"): context.navigate(.open(.search))
    case .character("s"): context.navigate(.open(.savedWords))
    case .character("m"):
      if let word = screen.selected?.word { marks.store.send(.toggle(word)) }
    case .character("u"): marks.history.undo()
    case .character("U"): marks.history.redo()
    case .enter: openSelection()
    default: move(key, size)
    }
  }

  func frame(in size: TerminalSize) -> Frame {
    screen.frame(in: size)
  }

  private var screen: WordListScreen {
    var screen = WordListScreen(state, viewport: viewport)
    screen.marked = marks.state.words
    screen.canUndo = marks.history.canUndo
    return screen
  }

  private func retryOrRefresh() {
    let failed = state.displayError != nil
    // Like an alert's button, which dismisses the alert.
    state.displayError = nil
    send(failed && state.nextPageFailed ? .loadMore : .refresh)
  }

  private func openSelection() {
    guard let word = screen.selected?.word else { return }
    context.navigate(.open(.details(word: word)))
  }

  private func move(_ key: Key, _ size: TerminalSize) {
    let count = screen.entries.count
    let height = screen.listHeight(in: size)
    guard viewport.move(key, count: count, height: height) else { return }
    viewport.fit(count: count, trailing: screen.trailingRows, height: height)
    if count > 0, viewport.selection == count - 1 {
      send(.loadMore)
    }
  }

  private func send(_ action: WordListStore.Action) {
    let sent = store.send(action)
    context.work.add { _ = try? await sent.value }
  }
}
