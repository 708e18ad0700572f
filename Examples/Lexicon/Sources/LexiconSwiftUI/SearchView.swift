#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// Finds words while the reader types.
struct SearchView: View {
  @State private var store: Store<SearchFeature>
  @State private var rows: KeptRows

  init(store: Store<SearchFeature>, place: Place) {
    self.store = store
    rows = KeptRows(.search, in: place)
  }

  var body: some View {
    Group {
      if case .idle = store.state.matches {
        ContentUnavailableView("Search the Dictionary", systemImage: "magnifyingglass")
      } else {
        LoadableView(store.state.matches, retry: retry) { found in
          list(of: found)
        } empty: {
          ContentUnavailableView("No Matches", systemImage: "magnifyingglass")
        }
      }
    }
    .searchable(text: store.binding(\.query, send: SearchFeature.Action.queryChanged))
    .navigationTitle("Search")
    .task {
      // Repeats the search that was shown when the app ended.
      if case .idle = store.state.matches { store.send(.retry) }
    }
  }

  private func list(of found: [SearchMatch]) -> some View {
    ScrollViewReader { list in
      List {
        Section(count(of: found)) {
          ForEach(Array(found.enumerated()), id: \.element.id) { row, match in
            WordRow(match)
              .onAppear { rows.appear(row) }
              .onDisappear { rows.disappear(row) }
          }
        }
      }
      .onChange(of: found.count, initial: true) {
        guard let row = rows.takeWanted(of: found.count) else { return }
        list.scrollTo(found[row].id, anchor: .top)
      }
    }
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
