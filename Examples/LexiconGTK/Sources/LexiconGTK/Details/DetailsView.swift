import GTKKit
import LexiconCore
import ScreenStateKit
import ViewFeature

/// Shows all meanings of one word and its note.
@MainActor
final class DetailsView {
  let widget: Widget
  private let store: Store<DetailsFeature>
  private let spinner = Spinner(name: "Loading the word")
  private let edit: Button
  private let settings: LexiconSettings
  private let examples: Button
  private let noteText = Label().wrapped().style("note-text")
  private let note: Widget
  private let senses: RowList<WordSense>
  private let failure: FailureBar

  /// Creates the view without loading; `editNote` receives the word, and whether the note would be new.
  init(
    store: Store<DetailsFeature>,
    settings: LexiconSettings,
    editNote: @escaping @MainActor (_ word: String, _ isNew: Bool) -> Void
  ) {
    self.store = store
    self.settings = settings
    examples = Button("") { settings.showsExamples.toggle() }
    edit = Button("Save with a note…") {
      editNote(store.state.word, store.state.note == nil)
    }
    edit.align(horizontally: .end)
    note = Box.column(spacing: 4, Label("Your note").style("kind"), noteText).style("note")
    senses = RowList(name: "Meanings", makeWidget: { $0.makeWidget() })
    failure = FailureBar { store.send(.load) }
    let title = Label(store.state.word).ellipsized().style("title-1")
      .expand(horizontally: true)
    let header = Box.row(spacing: 12, title, spinner, examples, edit)
    let body = Box.column(spacing: 16, note, senses.style("senses"))
    widget = Box.column(spacing: 16, header, failure.widget, ScrollArea(body)).style("details")
    widget.follow { [weak self] in self?.update() }
  }

  /// Loads the parts that may have changed.
  func load() {
    store.send(.load)
  }

  private func update() {
    let state = store.state
    spinner.isSpinning = state.isLoading
    edit.text = state.note == nil ? "Save with a note…" : "Edit the note…"
    examples.text = settings.showsExamples ? "Hide examples" : "Show examples"
    noteText.text = state.note.map { $0.text.isEmpty ? "Saved without a note" : $0.text } ?? ""
    note.isVisible = state.note != nil
    senses.rows = (state.entry?.senses ?? []).enumerated().map { index, sense in
      WordSense(number: index + 1, sense: sense, showsExamples: settings.showsExamples)
    }
    failure.error = state.displayError
  }
}
