import GTKKit
import LexiconCore
import ViewFeature

/// Edits the note on one word in a separate window.
@MainActor
final class NoteDialog {
  private let window: Window
  private let editor: NoteEditorView

  init(
    store: Store<NoteEditorFeature>,
    isNew: Bool,
    over parent: Window,
    callbacks: NoteEditorView.Callbacks
  ) {
    let word = store.state.word
    window = Window(
      title: isNew ? "Save “\(word)”" : "Note on “\(word)”",
      width: 420,
      height: 180
    )
    editor = NoteEditorView(store: store, callbacks: callbacks)
    window.setContent(
      editor.widget,
      header: HeaderBar(start: [editor.cancel], end: [editor.save]).withoutWindowButtons()
    )
    window.setModal(over: parent)
    window.setDefault(editor.save)
    window.onEscape { [weak editor] in editor?.closeUnsaved() }
    window.onCloseRequest { [weak editor] in editor?.closeUnsaved() }
    editor.load()
    window.present()
  }
}
