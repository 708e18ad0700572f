#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// The words with a note.
struct SavedWordsView: View {
  @State private var store: Store<SavedWordsFeature>
  /// The notes of which the app asks whether they are to be deleted.
  @State private var doomed: [Note] = []

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
    .alert("Delete?", isPresented: isAsking) {
      let notes = doomed
      Button("Delete", role: .destructive) { delete(notes) }
      Button("Keep", role: .cancel) {}
    } message: {
      Text("The word and your note on it will be deleted.")
    }
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

  private var isAsking: Binding<Bool> {
    Binding {
      !doomed.isEmpty
    } set: { isPresented in
      if !isPresented { doomed = [] }
    }
  }

  private func ask(about offsets: IndexSet) {
    let notes = store.state.notes ?? []
    doomed = offsets.map { notes[$0] }
  }

  private func delete(_ notes: [Note]) {
    for note in notes {
      store.send(.delete(note))
    }
  }
}
#endif
