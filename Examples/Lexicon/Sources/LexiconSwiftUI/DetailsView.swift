#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// All meanings of a word, and the note on it.
struct DetailsView: View {
  @State private var store: Store<DetailsFeature>
  @State private var editsNote = false
  private let makeEditorStore: @MainActor (_ word: String) -> Store<NoteEditorFeature>

  init(
    store: Store<DetailsFeature>,
    makeEditorStore: @escaping @MainActor (_ word: String) -> Store<NoteEditorFeature>
  ) {
    self.store = store
    self.makeEditorStore = makeEditorStore
  }

  var body: some View {
    List {
      if let note = store.state.note {
        Section("Note") { Text(note.text.isEmpty ? "Saved without a note" : note.text) }
      }
      if let entry = store.state.entry {
        Section("Meanings") {
          ForEach(entry.senses, id: \.self) { sense in
            VStack(alignment: .leading, spacing: 2) {
              Text(sense.partOfSpeech)
                .font(.caption)
                .foregroundStyle(.secondary)
              Text(sense.definition)
              ForEach(sense.examples, id: \.self) { example in
                Text("“\(example)”")
                  .foregroundStyle(.secondary)
              }
            }
          }
        }
      }
    }
    .onShowLoading($store.state.isLoading)
    .onShowError($store.state.displayError)
    .navigationTitle(store.state.word)
    .toolbar {
      Button("Load Again", systemImage: "arrow.clockwise") { store.send(.load) }
      Button("Note", systemImage: "square.and.pencil") { editsNote = true }
    }
    .sheet(isPresented: $editsNote) {
      NoteEditorView(store: makeEditorStore(store.state.word))
    }
    .onEdited { store.send(.load) }
    .task { store.send(.load) }
  }
}
#endif
