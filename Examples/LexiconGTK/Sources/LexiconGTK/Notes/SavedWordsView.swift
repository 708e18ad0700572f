import GTKKit
import LexiconCore
import ScreenStateKit
import ViewFeature

/// Lists the saved words with their notes.
@MainActor
final class SavedWordsView {
  /// The actions for a saved word.
  struct Actions {
    let open: @MainActor (_ word: String) -> Void
    let edit: @MainActor (_ word: String) -> Void
  }

  let widget: Widget
  private let store: Store<SavedWordsFeature>
  private let list: RowList<Note>
  private let status = Label()
  private let failure: FailureBar
  private let area: ScrollArea

  init(store: Store<SavedWordsFeature>, actions: Actions) {
    self.store = store
    list = RowList(
      name: "Saved words",
      makeWidget: { note in Self.makeRow(note, actions) { store.send(.askToDelete(note)) } },
      activate: { actions.open($0.word) }
    )
    failure = FailureBar { store.send(.load) }
    area = ScrollArea(list)
    widget = Box.column(
      area,
      failure.widget,
      Box.row(spacing: 8, status).style("status")
    )
    widget.follow { [weak self] in self?.update() }
  }

  /// Whether a word is being deleted.
  var isDeleting: Bool { store.state.isLoading }

  func load() {
    store.send(.load)
  }

  /// Loads the words, and scrolls to a row.
  func load(from row: Int) {
    area.expect(row)
    Task {
      await store.send(.load).value
      area.scrollToExpected(of: store.state.notes?.count ?? 0)
    }
  }

  /// The first visible row.
  var top: Int { area.firstRow(of: store.state.notes?.count ?? 0) }

  func onScroll(_ handler: @escaping @MainActor () -> Void) {
    area.onScroll = handler
  }

  /// The current alert.
  var question: AlertPrompt<SavedWordsFeature.Action>? { store.state.questions.first }

  /// Answers the alert with a button, or dismisses it if there is none.
  func answer(_ button: AlertButton<SavedWordsFeature.Action>?) -> SentAction? {
    if let button { return store.choose(button, in: \.questions.first) }
    store.state.questions.first = nil
    return nil
  }

  private func update() {
    let notes = store.state.notes
    list.rows = notes ?? []
    failure.error = store.state.displayError
    status.text =
      switch notes?.count {
      case nil: store.state.displayError == nil ? "Loading…" : ""
      case 0: "No saved words yet: save one from its page"
      case 1: "1 saved word"
      case let count?: "\(count) saved words"
      }
  }

  private static func makeRow(
    _ note: Note,
    _ actions: Actions,
    askToDelete: @escaping @MainActor () -> Void
  ) -> Widget {
    let word = Label(note.word).ellipsized().style("word")
    let text = Label(note.text).ellipsized().style("meaning")
    let texts = Box.column(spacing: 2, word, text).expand(horizontally: true)
    let edit = Button(icon: "document-edit-symbolic", name: "Edit the note on \(note.word)") {
      actions.edit(note.word)
    }
    let delete = Button(icon: "user-trash-symbolic", name: "Delete \(note.word)") {
      askToDelete()
    }
    for button in [edit, delete] {
      button.style("flat").align(horizontally: .end)
    }
    return Box.row(spacing: 4, texts, edit, delete).style("row")
  }
}
