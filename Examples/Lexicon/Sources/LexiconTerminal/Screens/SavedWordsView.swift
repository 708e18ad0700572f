import LexiconCore
import ScreenStateKit
import ViewFeature

/// Lists the saved words with their notes.
@MainActor
final class SavedWordsView: ScreenView {
  private let store: Store<SavedWordsFeature>
  private let context: ScreenContext
  var viewport = Viewport()

  init(store: Store<SavedWordsFeature>, context: ScreenContext) {
    self.store = store
    self.context = context
  }

  var isBlocked: Bool { store.state.isLoading }

  var help: HelpScreen? {
    // An alert shows its own keys.
    guard store.state.questions.isEmpty else { return nil }
    return HelpScreen(
      .selecting + [
        .init("enter", "the word's page, with your note"),
        .init("n", "change the note"),
        .init("x", "delete the word and the note, after a confirmation"),
        .init("r", "load the words again"),
        .init("Escape", "back"),
      ]
    )
  }

  func appear() {
    context.work.add(store.send(.load))
  }

  func press(_ key: Key, in size: TerminalSize) {
    guard store.state.questions.isEmpty else {
      if let sent = store.answer(key, in: \.questions.first) { context.work.add(sent) }
      return
    }
    switch key {
    case .character("q"): context.navigate(.quit)
    case .escape: context.navigate(.back)
    case .character("r"): context.work.add(store.send(.load))
    case .character("x"): askToDelete()
    case .character("n"): open { .noteEditor(word: $0) }
    case .enter: open { .details(word: $0) }
    default: move(key, size)
    }
  }

  func frame(in size: TerminalSize) -> Frame {
    screen.frame(in: size)
  }

  private var screen: SavedWordsScreen {
    SavedWordsScreen(store.state, viewport: viewport)
  }

  private func askToDelete() {
    if let note = screen.selected { store.send(.askToDelete(note)) }
  }

  private func open(_ route: (String) -> Route) {
    guard let word = screen.selected?.word else { return }
    context.navigate(.open(route(word)))
  }

  private func move(_ key: Key, _ size: TerminalSize) {
    let count = screen.notes?.count ?? 0
    let height = screen.listHeight(in: size)
    guard viewport.move(key, count: count, height: height) else { return }
    viewport.fit(count: count, height: height)
  }
}
