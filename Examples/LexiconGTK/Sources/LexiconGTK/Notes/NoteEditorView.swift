import GTKKit
import LexiconCore
import ScreenStateKit
import ViewFeature

/// Writes the note on one word.
@MainActor
final class NoteEditorView {
  /// What the editor reports to whoever has opened it.
  struct Callbacks {
    /// What is going on that nothing may disturb; nothing when that has ended.
    let busy: @MainActor (String?) -> Void
    /// The note is saved, or the user has changed their mind.
    let close: @MainActor (_ isSaved: Bool) -> Void
  }

  let widget: Widget
  let save: Button
  let cancel: Button
  private let store: Store<NoteEditorFeature>
  private let callbacks: Callbacks
  private let entry = Entry.text(name: "Note")
  private let failure: FailureBar
  private let question: QuestionBar<Alert<NoteEditorFeature.Action>>
  private let overlay: BlockingOverlay

  /// Makes the view, which loads nothing.
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

  /// Closes without saving, unless the note is being saved.
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
  /// The text as an entry has it, which knows no other kind of nothing.
  fileprivate var draft: String { text ?? "" }
}
