import GTKKit
import LexiconCore
import ScreenStateKit
import ViewFeature

/// Edits the note on one word.
@MainActor
final class NoteEditorView {
  /// The editor's callbacks to its owner.
  struct Callbacks {
    /// Reports work that must not be disturbed, or `nil` when it ends.
    let busy: @MainActor (String?) -> Void
    /// The note is saved, or the user canceled.
    let close: @MainActor (_ isSaved: Bool) -> Void
  }

  let widget: Widget
  let save: Button
  let cancel: Button
  private let store: Store<NoteEditorFeature>
  private let callbacks: Callbacks
  private let entry = Entry.text(name: "Note")
  private let failure: FailureBar
  private let question: QuestionBar<AlertPrompt<NoteEditorFeature.Action>>
  private let overlay: BlockingOverlay

  /// Creates the view without loading.
  init(store: Store<NoteEditorFeature>, callbacks: Callbacks) {
    self.store = store
    self.callbacks = callbacks
    save = Button("Save") { store.send(.save) }.style("suggested-action")
    save.isSensitive = false
    cancel = Button("Cancel") { callbacks.close(false) }
    failure = FailureBar { store.send(store.state.text == nil ? .load : .save) }
    question = QuestionBar { store.choose($0, in: \.alert) }
    let prompt = Label("What do you want to remember about “\(store.state.word)”?").wrapped()
    let body = Box.column(spacing: 12, prompt, entry, failure.widget, question.widget).style(
      "dialog"
    )
    overlay = BlockingOverlay(body)
    widget = overlay
    entry.bind(store.binding(\.draft) { .textChanged($0) })
    widget.follow { [weak self] in self?.update() }
  }

  func load() {
    store.send(.load)
  }

  /// Closes without saving, unless a save is in progress.
  func closeUnsaved() {
    guard !isSaving else { return }
    callbacks.close(false)
  }

  private var isSaving: Bool { store.state.text != nil && store.state.isLoading }

  private func update() {
    let state = store.state
    guard !state.isSaved else {
      callbacks.busy(nil)
      return callbacks.close(true)
    }
    let canType = state.text != nil && !state.isLoading
    let couldType = save.isSensitive
    let wasAsked = question.question != nil
    question.question = state.alert
    save.isSensitive = canType
    cancel.isSensitive = !isSaving
    entry.isSensitive = canType
    failure.error = state.displayError
    let progress = isSaving ? "Saving…" : nil
    overlay.progress = progress
    callbacks.busy(progress)
    if canType, !store.isTravelling, !couldType || wasAsked && state.alert == nil {
      entry.focusEnd()
    }
  }
}

extension NoteEditorFeature.State {
  /// The text for an entry, in which a missing text is empty.
  fileprivate var draft: String { text ?? "" }
}
