#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// Finds words while their reader types.
struct SearchView: View {
  @State private var store: Store<SearchFeature>

  init(store: Store<SearchFeature>) {
    self.store = store
  }

  var body: some View {
    Group {
      if case .idle = store.state.matches {
        ContentUnavailableView("Search the Dictionary", systemImage: "magnifyingglass")
      } else {
        LoadableView(store.state.matches, retry: retry) { found in
          List(found) { WordRow($0) }
        } empty: {
          ContentUnavailableView("No Matches", systemImage: "magnifyingglass")
        }
      }
    }
    .searchable(text: store.binding(\.query, send: SearchFeature.Action.queryChanged))
    .navigationTitle("Search")
  }

  private var retry: AsyncActionVoid {
    AsyncActionVoid { @MainActor [store] in store.send(.retry) }
  }
}
#endif
