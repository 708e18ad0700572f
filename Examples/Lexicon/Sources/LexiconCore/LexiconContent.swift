package import ViewFeature

/// What the app shows and where it comes from; makes the stores of its screens.
@MainActor
package struct LexiconContent {
  private let provider: any WordProvider
  private let library: any NoteLibrary
  private let filter: WordFilter
  private let clock: any Clock<Duration>

  /// Makes the content, of which the list shows the words of `filter`; the search waits with `clock`.
  package init(
    provider: any WordProvider,
    library: any NoteLibrary,
    filter: WordFilter = WordFilter(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.provider = provider
    self.library = library
    self.filter = filter
    self.clock = clock
  }

  package func makeWordListStore() -> WordListStore {
    WordListStore(provider: provider, filter: filter)
  }

  package func makeSearchStore() -> Store<SearchFeature> {
    Store(
      initialState: SearchFeature.State(),
      feature: SearchFeature(provider: provider),
      clock: clock
    )
  }

  package func makeDetailsStore(_ word: String) -> Store<DetailsFeature> {
    Store(
      initialState: DetailsFeature.State(word: word),
      feature: DetailsFeature(provider: provider, library: library)
    )
  }

  package func makeSavedWordsStore() -> Store<SavedWordsFeature> {
    Store(
      initialState: SavedWordsFeature.State(),
      feature: SavedWordsFeature(library: library)
    )
  }

  package func makeNoteEditorStore(_ word: String) -> Store<NoteEditorFeature> {
    Store(
      initialState: NoteEditorFeature.State(word: word),
      feature: NoteEditorFeature(library: library)
    )
  }
}
