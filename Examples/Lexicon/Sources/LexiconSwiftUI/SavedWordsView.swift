#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// The words with a note.
struct SavedWordsView: View {
  @State private var store: Store<SavedWordsFeature>

  init(store: Store<SavedWordsFeature>) {
    self.store = store
  }

  var body: some View {
    List {
      ForEach(store.state.notes ?? []) { note in
        NavigationLink(value: WordLink(word: note.word)) {
          VStack(alignment: .leading, spacing: 2) {
            Text(note.word)
              .font(.headline)
            Text(note.text)
              .foregroundStyle(.secondary)
              .lineLimit(2)
          }
        }
      }
      .onDelete { delete(at: $0) }
    }
    .overlay {
      if store.state.notes?.isEmpty == true {
        ContentUnavailableView("No Saved Words", systemImage: "bookmark")
      }
    }
    .onShowBlockLoading($store.state.isLoading, subtitles: "Deleting…")
    .onShowError($store.state.displayError)
    .navigationTitle("Saved")
    .onAppear { store.send(.load) }
  }

  private func delete(at offsets: IndexSet) {
    let notes = store.state.notes ?? []
    for offset in offsets {
      store.send(.delete(notes[offset]))
    }
  }
}
#endif
