#if canImport(SwiftUI)
package import LexiconCore
package import SwiftUI
import ViewFeature

/// The whole app.
package struct LexiconView: View {
  private let content: LexiconContent
  @State private var importStore: Store<ImportFeature>?

  package init(content: LexiconContent) {
    self.content = content
    _importStore = State(initialValue: content.makeImportStore())
  }

  package var body: some View {
    if let importStore, !importStore.state.isFinished {
      ImportView(store: importStore)
    } else {
      tabs
    }
  }

  private var tabs: some View {
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
        DetailsView(store: content.makeDetailsStore(link.word))
      }
    }
  }
}
#endif
