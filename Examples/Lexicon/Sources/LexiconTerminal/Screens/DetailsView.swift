import LexiconCore
import ViewFeature

/// Shows all meanings of one word and its note.
@MainActor
final class DetailsView: ScreenView {
  private let store: Store<DetailsFeature>
  private let context: ScreenContext
  private var top = 0
  private let settings: LexiconSettings

  init(store: Store<DetailsFeature>, settings: LexiconSettings, context: ScreenContext) {
    self.store = store
    self.settings = settings
    self.context = context
  }

  var viewport: Viewport {
    get { Viewport(top: top) }
    set { top = newValue.top }
  }

  var help: HelpScreen? {
    HelpScreen([
      .init("n", "save the word with a note, or change the note"),
      .init("up, down, k, j", "a line up or down"),
      .init("pageup, pagedown", "a screen up or down"),
      .init("home, end", "to the beginning or the end"),
      .init("e", "show or hide the examples"),
      .init("r", "retry after an error"),
      .init("Escape", "back"),
    ])
  }

  func appear() {
    context.work.add(store.send(.load))
  }

  func press(_ key: Key, in size: TerminalSize) {
    switch key {
    case .character("q"): context.navigate(.quit)
    case .escape: context.navigate(.back)
    case .character("r"): context.work.add(store.send(.load))
    case .character("e"): settings.showsExamples.toggle()
    case .character("n"): context.navigate(.open(.noteEditor(word: store.state.word)))
    default: scroll(key, size)
    }
  }

  func frame(in size: TerminalSize) -> Frame {
    screen.frame(in: size)
  }

  private var screen: DetailsScreen {
    DetailsScreen(store.state, top: top, showsExamples: settings.showsExamples)
  }

  private func scroll(_ key: Key, _ size: TerminalSize) {
    let page = screen.height(in: size)
    let last = screen.lastTop(in: size)
    switch key {
    case .up, .character("k"): top -= 1
    case .down, .character("j"): top += 1
    case .pageUp: top -= page
    case .pageDown, .character(" "): top += page
    case .home: top = 0
    case .end: top = last
    default: break
    }
    top = max(0, min(top, last))
  }
}
