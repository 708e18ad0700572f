import StateQueries
package import ViewFeature

/// The app's content and its sources; creates the stores of the screens.
@MainActor
package struct LexiconContent {
  /// The environment of all stores.
  private let environment: StoreEnvironment
  private let filter: WordFilter
  private let clock: any Clock<Duration>
  private let needsImport: Bool
  package let place: Place
  package let settings: LexiconSettings
  package let marks: Marks

  /// Creates the content.
  ///
  /// - Parameters:
  ///   - provider: The source of the words.
  ///   - library: The storage of the notes.
  ///   - filter: The filter of the list.
  ///   - clock: The clock that debounces the search.
  ///   - importer: Imports the words before the first use, or `nil` if they are already imported.
  ///   - place: The reader's place in the app.
  ///   - settings: The reader's settings.
  ///   - marks: The marked words.
  package init(
    provider: any WordProvider,
    library: any NoteLibrary,
    filter: WordFilter = WordFilter(),
    clock: any Clock<Duration> = ContinuousClock(),
    importer: (any WordImporter)? = nil,
    place: Place = Place(),
    settings: LexiconSettings = LexiconSettings(),
    marks: Marks = Marks()
  ) {
    environment = StoreEnvironment.inherited.changing { values in
      values.wordProvider = provider
      values.noteLibrary = library
      values.place = place
      if let importer { values.wordImporter = importer }
      // All screens share the words that any of them has loaded.
      let services = values
      values.queries = QueryCache(environment: services)
    }
    self.filter = filter
    self.clock = clock
    needsImport = importer != nil
    self.place = place
    self.settings = settings
    self.marks = marks
  }

  /// Creates the store of the import, which precedes all screens, or returns `nil` if there is nothing to import.
  package func makeImportStore() -> Store<ImportFeature>? {
    guard needsImport else { return nil }
    return Store(
      initialState: ImportFeature.State(),
      feature: ImportFeature(),
      environment: environment
    )
  }

  package func makeWordListStore() -> WordListStore {
    WordListStore(filter: filter, environment: environment)
  }

  package func makeSearchStore() -> Store<SearchFeature> {
    Store(
      initialState: SearchFeature.State(query: place.query),
      feature: SearchFeature(),
      clock: clock,
      environment: environment
    )
  }

  package func makeDetailsStore(_ word: String) -> Store<DetailsFeature> {
    Store(
      initialState: DetailsFeature.State(word: word),
      feature: DetailsFeature(),
      environment: environment
    ) { _ in
      // The list of saved words reloads when it appears.
    }
  }

  package func makeSavedWordsStore() -> Store<SavedWordsFeature> {
    Store(
      initialState: SavedWordsFeature.State(),
      feature: SavedWordsFeature(),
      environment: environment
    )
  }

  package func makeNoteEditorStore(_ word: String) -> Store<NoteEditorFeature> {
    Store(
      initialState: NoteEditorFeature.State(word: word),
      feature: NoteEditorFeature(),
      environment: environment
    ) { _ in
      // The editor's screen observes in the state that the note is saved.
    }
  }
}
