package import ViewFeature

/// What the app shows and where it comes from; makes the stores of its screens.
@MainActor
package struct LexiconContent {
  private let provider: any WordProvider
  private let library: any NoteLibrary
  private let filter: WordFilter
  private let clock: any Clock<Duration>
  private let importer: (any WordImporter)?
  package let place: Place
  package let settings: LexiconSettings

  /// Makes the content.
  ///
  /// - Parameters:
  ///   - provider: Where the words come from.
  ///   - library: Where notes are kept.
  ///   - filter: Which words the list shows.
  ///   - clock: What the search waits with.
  ///   - importer: What has to import the words before there are any, if that is still to be done.
  ///   - place: Where the reader is.
  ///   - settings: What the reader has chosen.
  package init(
    provider: any WordProvider,
    library: any NoteLibrary,
    filter: WordFilter = WordFilter(),
    clock: any Clock<Duration> = ContinuousClock(),
    importer: (any WordImporter)? = nil,
    place: Place = Place(),
    settings: LexiconSettings = LexiconSettings()
  ) {
    self.provider = provider
    self.library = library
    self.filter = filter
    self.clock = clock
    self.importer = importer
    self.place = place
    self.settings = settings
  }

  /// Makes the store of what comes before all screens; nothing if there is nothing to import.
  package func makeImportStore() -> Store<ImportFeature>? {
    importer.map { importer in
      Store(initialState: ImportFeature.State(), feature: ImportFeature(importer: importer))
    }
  }

  package func makeWordListStore() -> WordListStore {
    WordListStore(provider: provider, filter: filter)
  }

  package func makeSearchStore() -> Store<SearchFeature> {
    Store(
      initialState: SearchFeature.State(query: place.query),
      feature: SearchFeature(provider: provider, place: place),
      clock: clock
    )
  }

  package func makeDetailsStore(_ word: String) -> Store<DetailsFeature> {
    Store(
      initialState: DetailsFeature.State(word: word),
      feature: DetailsFeature(provider: provider, library: library, place: place)
    ) { _ in
      // A list of saved words is read again when it appears.
    }
  }

  package func makeSavedWordsStore() -> Store<SavedWordsFeature> {
    Store(
      initialState: SavedWordsFeature.State(),
      feature: SavedWordsFeature(provider: provider, library: library, place: place)
    )
  }

  package func makeNoteEditorStore(_ word: String) -> Store<NoteEditorFeature> {
    Store(
      initialState: NoteEditorFeature.State(word: word),
      feature: NoteEditorFeature(library: library, place: place)
    ) { _ in
      // The editor's screen sees in the state that the note is saved.
    }
  }
}
