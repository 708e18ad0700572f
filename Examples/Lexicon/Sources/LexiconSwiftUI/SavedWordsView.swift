#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// Lists the saved words.
struct SavedWordsView: View {
  @State private var store: Store<SavedWordsFeature>

  init(store: Store<SavedWordsFeature>) {
    self.store = store
  }

  var body: some View {
    List {
      if let notes = store.state.notes, !notes.isEmpty {
        Section(notes.count == 1 ? "1 saved word" : "\(notes.count) saved words") {
          rows(of: notes)
        }
      }
    }
    .overlay {
      if store.state.notes?.isEmpty == true {
        ContentUnavailableView("No Saved Words", systemImage: "bookmark")
      }
    }
    .alert($store.state.questions.first) { store.send($0) }
    .onShowBlockLoading($store.state.isLoading, subtitles: "Deleting…")
    .onShowError($store.state.displayError)
    .navigationTitle("Saved")
    .onAppear { store.send(.load) }
  }

  private func rows(of notes: [Note]) -> some View {
    ForEach(notes) { note in
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
    .onDelete { ask(about: $0) }
  }

  private func ask(about offsets: IndexSet) {
    let notes = store.state.notes ?? []
    for offset in offsets { store.send(.askToDelete(notes[offset])) }
  }
}
#endif
