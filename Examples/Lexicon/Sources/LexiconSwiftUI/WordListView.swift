#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI

/// All words, page after page.
struct WordListView: View {
  @State private var state = WordListState()
  @State private var store: WordListStore

  init(store: WordListStore) {
    self.store = store
  }

  var body: some View {
    List {
      Section(count) {
        ForEach(state.snapshot.entries) { WordRow($0) }
          .placeholder(state.snapshot)
          .disabled(state.snapshot.isPlaceholder)
      }
      PagerFooter(state.pager.phase) { store.receive(action: .loadMore) }
    }
    .overlay {
      if state.content == .empty {
        ContentUnavailableView("No Words", systemImage: "text.book.closed")
      }
    }
    // A redraw cancels `refreshable`, and not the action.
    .refreshable { _ = try? await store.receive(action: .refresh).waitComplete() }
    .onShowError($state.displayError)
    .navigationTitle("Words")
    .task {
      await store.binding(state: state)
      if state.pager.phase == .idle { store.receive(action: .refresh) }
    }
  }

  private var count: String {
    let snapshot = state.snapshot
    guard !snapshot.isPlaceholder else { return "Loading…" }
    return "\(snapshot.entries.count) of \(snapshot.total) words"
  }
}
#endif
