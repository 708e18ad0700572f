import LexiconCore
import LexiconReplay

extension RecordedScreen {
  /// Creates the screen's view, which starts no work.
  func makeView() -> any ScreenView {
    let context = ScreenContext(navigate: { _ in }, work: StartedWork())
    switch content {
    case .importing(let store): return ImportView(store: store, context: context)
    case .wordList(let store, let state):
      return WordListView(store: store, state: state, context: context)
    case .search(let store): return SearchView(store: store, context: context)
    case .details(let store):
      return DetailsView(store: store, settings: LexiconSettings(), context: context)
    case .savedWords(let store): return SavedWordsView(store: store, context: context)
    case .noteEditor(let store): return NoteEditorView(store: store, context: context)
    }
  }
}
