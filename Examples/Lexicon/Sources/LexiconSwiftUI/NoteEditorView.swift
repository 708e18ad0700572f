#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// Edits the note on a word, in a sheet that the parent's state closes when the note is saved.
struct NoteEditorView: View {
  @Environment(\.dismiss) private var dismiss
  @State private var store: Store<NoteEditorFeature>

  init(store: Store<NoteEditorFeature>) {
    self.store = store
  }

  var body: some View {
    NavigationStack {
      Form {
        TextField("Note", text: text, axis: .vertical)
          .disabled(store.state.text == nil)
      }
      .navigationTitle(store.state.word)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { dismiss() }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") { store.send(.save) }
            .disabled(store.state.text == nil)
        }
      }
    }
    .onShowBlockLoading($store.state.isLoading, subtitles: "One moment…")
    .onShowError($store.state.displayError)
    .alert($store.state.alert) { store.send($0) }
    .task { store.send(.load) }
  }

  private var text: Binding<String> {
    Binding {
      store.state.text ?? ""
    } set: {
      store.send(.textChanged($0))
    }
  }
}
#endif
