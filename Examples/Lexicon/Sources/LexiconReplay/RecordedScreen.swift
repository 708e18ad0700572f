package import LexiconCore
import StateJournal
package import ViewFeature

/// A screen of a session; its store shows recorded states and refuses actions.
@MainActor
package final class RecordedScreen {
  /// The store, with its type in this app.
  package enum Content {
    case importing(Store<ImportFeature>)
    /// This store isn't bound to its state.
    case wordList(WordListStore, WordListState)
    case search(Store<SearchFeature>)
    case details(Store<DetailsFeature>)
    case savedWords(Store<SavedWordsFeature>)
    case noteEditor(Store<NoteEditorFeature>)
  }

  /// The number of the recorded store.
  package let id: Int
  package let content: Content
  private let player: SessionPlayer

  /// Creates the screen of a recorded store, or returns `nil` if this app doesn't have the screen or can't show it.
  init?(of store: SessionStore, in session: StateSession) {
    let player = SessionPlayer(session)
    let word = session.word(of: store)
    func shown<F: Feature>(_ live: Store<F>) throws -> Store<F> {
      try player.show(in: live, as: store.id)
      return live
    }
    let app = LexiconContent(
      provider: Unreachable(),
      library: Unreachable(),
      importer: Unreachable()
    )
    do {
      switch store.feature {
      case "\(ImportFeature.self)":
        guard let live = app.makeImportStore() else { return nil }
        content = .importing(try shown(live))
      case "\(SearchFeature.self)": content = .search(try shown(app.makeSearchStore()))
      case "\(DetailsFeature.self)": content = .details(try shown(app.makeDetailsStore(word)))
      case "\(SavedWordsFeature.self)":
        content = .savedWords(try shown(app.makeSavedWordsStore()))
      case "\(NoteEditorFeature.self)":
        content = .noteEditor(try shown(app.makeNoteEditorStore(word)))
      case "\(WordListStore.self)":
        let state = WordListState()
        try player.show(in: state, as: store.id)
        content = .wordList(app.makeWordListStore(), state)
      default: return nil
      }
    } catch {
      return nil
    }
    id = store.id
    self.player = player
  }

  func travel(to number: Int) { player.travel(to: number) }
}

extension StateSession {
  /// Returns the word that a screen shows, which is a constant in its state.
  func word(of store: SessionStore) -> String {
    let start = entries.first {
      if case .storeMade = $0.kind { $0.store == store.id } else { false }
    }
    guard let start,
      case .string(let word)? = state(of: store.id, at: start.number)?.value("word")?.json
    else { return "" }
    return word
  }
}
