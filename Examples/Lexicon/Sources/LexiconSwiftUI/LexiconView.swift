#if canImport(SwiftUI)
package import LexiconCore
package import SwiftUI

/// The whole app.
package struct LexiconView: View {
  private let content: LexiconContent

  package init(content: LexiconContent) {
    self.content = content
  }

  package var body: some View {
    TabView {
      tab(WordListView(store: content.makeWordListStore()))
        .tabItem { Label("Words", systemImage: "text.book.closed") }
      tab(SearchView(store: content.makeSearchStore()))
        .tabItem { Label("Search", systemImage: "magnifyingglass") }
      tab(SavedWordsView(store: content.makeSavedWordsStore()))
        .tabItem { Label("Saved", systemImage: "bookmark") }
    }
  }

  private func tab(_ root: some View) -> some View {
    NavigationStack {
      root.navigationDestination(for: WordLink.self) { link in
        DetailsView(
          store: content.makeDetailsStore(link.word),
          makeEditorStore: content.makeNoteEditorStore
        )
      }
    }
  }
}
#endif
