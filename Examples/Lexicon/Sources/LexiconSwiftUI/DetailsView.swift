#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// Shows all meanings of a word and its note.
struct DetailsView: View {
  @State private var store: Store<DetailsFeature>
  private let place: Place
  private let settings: LexiconSettings

  init(store: Store<DetailsFeature>, content: LexiconContent) {
    self.store = store
    place = content.place
    settings = content.settings
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
              ForEach(settings.showsExamples ? sense.examples : [], id: \.self) { example in
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
      Button(
        settings.showsExamples ? "Hide Examples" : "Show Examples",
        systemImage: "quote.opening"
      ) {
        settings.showsExamples.toggle()
      }
      Button("Load Again", systemImage: "arrow.clockwise") { store.send(.load) }
      Button("Note", systemImage: "square.and.pencil") { store.send(.edit) }
    }
    .sheet(isPresented: editsNote) {
      if let editor = store.scope(\.editor) { NoteEditorView(store: editor) }
    }
    .task {
      store.send(.load)
      // Restores the editor that was open when the app ended.
      if place.screen(.noteEditor(word: store.state.word)) != nil { store.send(.edit) }
    }
  }

  private var editsNote: Binding<Bool> {
    Binding {
      store.state.editor != nil
    } set: { isPresented in
      if !isPresented { store.send(.endEditing) }
    }
  }
}
#endif
