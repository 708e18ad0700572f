import LexiconCore
import ScreenStateKit
import ViewFeature

/// Shows the import of the words, then opens the word list.
@MainActor
final class ImportView: ScreenView {
  private let store: Store<ImportFeature>
  private let context: ScreenContext

  init(store: Store<ImportFeature>, context: ScreenContext) {
    self.store = store
    self.context = context
  }

  private var hasFailed: Bool { store.state.displayError != nil }

  var help: HelpScreen? {
    HelpScreen([
      .init("r", "retry a failed import"),
      .init("s", "the words that you saved, if the import failed"),
    ])
  }

  func appear() {
    let sent = store.send(.start)
    context.work.add { [weak self] in
      await sent.value
      if let self, store.state.isFinished {
        context.navigate(.start)
      }
    }
  }

  func press(_ key: Key, in size: TerminalSize) {
    switch key {
    case .character("q"): context.navigate(.quit)
    case .character("r") where hasFailed: appear()
    case .character("s") where hasFailed: context.navigate(.open(.savedWords))
    default: break
    }
  }

  func frame(in size: TerminalSize) -> Frame {
    ImportScreen(store.state).frame(in: size)
  }
}
