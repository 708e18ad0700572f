import LexiconCore
import ScreenStateKit
import ViewFeature

/// Searches while the reader types.
@MainActor
final class SearchView: ScreenView {
  private let store: Store<SearchFeature>
  private let context: ScreenContext
  var viewport = Viewport()

  init(store: Store<SearchFeature>, context: ScreenContext) {
    self.store = store
    self.context = context
  }

  func appear() {
    // Repeats the search that was shown when the app ended.
    if case .idle = store.state.matches { context.work.add(store.send(.retry)) }
  }

  func press(_ key: Key, in size: TerminalSize) {
    switch key {
    case .escape: context.navigate(.back)
    case .enter: openOrRetry()
    case .backspace: type(String(store.state.query.dropLast()))
    case .character(let character): type(store.state.query + String(character))
    default: move(key, size)
    }
  }

  func frame(in size: TerminalSize) -> Frame {
    screen.frame(in: size)
  }

  private var screen: SearchScreen {
    SearchScreen(store.state, viewport: viewport)
  }

  private func type(_ query: String) {
    viewport = Viewport()
    context.work.add(store.send(.queryChanged(query)))
  }

  private func openOrRetry() {
    if store.state.matches.error != nil {
      context.work.add(store.send(.retry))
    } else if let word = screen.selected?.entry.word {
      context.navigate(.open(.details(word: word)))
    }
  }

  private func move(_ key: Key, _ size: TerminalSize) {
    let count = screen.found.count
    let height = screen.listHeight(in: size)
    guard viewport.move(key, count: count, height: height) else { return }
    viewport.fit(count: count, height: height)
  }
}
