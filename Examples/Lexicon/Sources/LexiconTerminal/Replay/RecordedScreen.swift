import LexiconCore
import StateJournal
import ViewFeature

/// A screen that shows the recorded states of a store.
@MainActor
struct RecordedScreen {
  let store: Int
  let view: any ScreenView
  private let player: SessionPlayer

  /// Makes the screen of a recorded store; nothing for one that this app does not have, or cannot show.
  init?(of store: SessionStore, in session: StateSession, at number: Int) {
    let context = ScreenContext(navigate: { _ in }, work: StartedWork())
    let content = LexiconContent(
      provider: Unreachable(),
      library: Unreachable(),
      importer: Unreachable()
    )
    let player = SessionPlayer(session)
    let word = Self.word(of: store, in: session, at: number)
    /// Shows the session in a feature's store, and makes its screen.
    func screen<F: Feature>(
      _ shown: Store<F>,
      _ make: (Store<F>, ScreenContext) -> any ScreenView
    ) throws -> any ScreenView {
      try player.show(in: shown, as: store.id)
      return make(shown, context)
    }
    do {
      switch store.feature {
      case "\(ImportFeature.self)":
        guard let shown = content.makeImportStore() else { return nil }
        view = try screen(shown, ImportView.init)
      case "\(SearchFeature.self)":
        view = try screen(content.makeSearchStore(), SearchView.init)
      case "\(DetailsFeature.self)":
        view = try screen(content.makeDetailsStore(word), DetailsView.init)
      case "\(SavedWordsFeature.self)":
        view = try screen(content.makeSavedWordsStore(), SavedWordsView.init)
      case "\(NoteEditorFeature.self)":
        view = try screen(content.makeNoteEditorStore(word), NoteEditorView.init)
      case "\(WordListStore.self)":
        let shown = WordListView(store: content.makeWordListStore(), context: context)
        try player.show(in: shown.state, as: store.id)
        view = shown
      default: return nil
      }
    } catch {
      return nil
    }
    self.store = store.id
    self.player = player
  }

  func travel(to number: Int) { player.travel(to: number) }

  /// The word that a screen is about, which its state has in a constant.
  private static func word(
    of store: SessionStore,
    in session: StateSession,
    at number: Int
  ) -> String {
    guard case .string(let word)? = session.state(of: store.id, at: number)?.value("word")?.json
    else { return "" }
    return word
  }
}
