import LexiconCore
import ScreenStateKit
import ViewFeature

/// The saved words with their notes.
@MainActor
final class SavedWordsView: ScreenView {
  private let store: Store<SavedWordsFeature>
  private let context: ScreenContext
  private var viewport = Viewport()
  /// The note of which the app asks whether it is to be deleted.
  private var doomed: Note?

  init(store: Store<SavedWordsFeature>, context: ScreenContext) {
    self.store = store
    self.context = context
  }

  var isBlocked: Bool { store.state.isLoading }

  var help: HelpScreen? {
    // Any key answers the question.
    guard doomed == nil else { return nil }
    return HelpScreen(
      .selecting + [
        .init("enter", "all about the word, and your note on it"),
        .init("n", "change the note"),
        .init("x", "delete the word and the note, after a question"),
        .init("r", "read the words again"),
        .init("Escape", "back"),
      ]
    )
  }

  func appear() {
    context.work.add(store.send(.load))
  }

  func press(_ key: Key, in size: TerminalSize) {
    if let note = doomed {
      doomed = nil
      if key == .character("y") {
        context.work.add(store.send(.delete(note)))
      }
      return
    }
    switch key {
    case .character("q"): context.navigate(.quit)
    case .escape: context.navigate(.back)
    case .character("r"): context.work.add(store.send(.load))
    case .character("x"): doomed = screen.selected
    case .character("n"): open { .noteEditor(word: $0) }
    case .enter: open { .details(word: $0) }
    default: move(key, size)
    }
  }

  func frame(in size: TerminalSize) -> Frame {
    screen.frame(in: size)
  }

  private var screen: SavedWordsScreen {
    SavedWordsScreen(store.state, viewport: viewport, doomed: doomed)
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
