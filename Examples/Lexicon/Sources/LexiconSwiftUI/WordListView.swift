#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI

/// Lists all words, page by page.
struct WordListView: View {
  @State private var state = WordListState()
  @State private var store: WordListStore
  @State private var rows: KeptRows

  init(store: WordListStore, place: Place) {
    self.store = store
    rows = KeptRows(.wordList, in: place)
  }

  var body: some View {
    ScrollViewReader { list in
      List {
        Section(count) {
          ForEach(Array(state.snapshot.entries.enumerated()), id: \.element.id) { row, entry in
            WordRow(entry)
              .onAppear { rows.appear(row) }
              .onDisappear { rows.disappear(row) }
          }
          .placeholder(state.snapshot)
          .disabled(state.snapshot.isPlaceholder)
        }
        PagerFooter(state.pager) { store.send(.loadMore) }
      }
      .onChange(of: state.items.count) {
        guard let row = rows.takeWanted(of: state.items.count) else { return }
        list.scrollTo(state.items[row].id, anchor: .top)
      }
    }
    .overlay {
      if state.content == .empty {
        ContentUnavailableView("No Words", systemImage: "text.book.closed")
      }
    }
    // A view update cancels `refreshable`, but not the action.
    .refreshable { _ = try? await store.send(.refresh).value }
    .onShowError($state.displayError)
    .navigationTitle("Words")
    .task {
      await store.bind(to: state)
      if state.pager.phase == .idle { store.send(.load(upTo: rows.wanted)) }
    }
  }

  private var count: String {
    let snapshot = state.snapshot
    guard !snapshot.isPlaceholder else { return "Loading…" }
    return "\(snapshot.entries.count) of \(snapshot.total) words"
  }
}
#endif
