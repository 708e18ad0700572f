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
          List {
            Section(count(of: found)) {
              ForEach(found) { WordRow($0) }
            }
          }
        } empty: {
          ContentUnavailableView("No Matches", systemImage: "magnifyingglass")
        }
      }
    }
    .searchable(text: store.binding(\.query, send: SearchFeature.Action.queryChanged))
    .navigationTitle("Search")
  }

  private func count(of found: [SearchMatch]) -> String {
    let total = store.state.total
    if found.count < total { return "\(found.count) of \(total) words found" }
    return total == 1 ? "1 word found" : "\(total) words found"
  }

  private var retry: AsyncActionVoid {
    AsyncActionVoid { @MainActor [store] in store.send(.retry) }
  }
}
#endif
