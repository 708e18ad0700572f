import GTKKit
import LexiconCore
import ScreenStateKit
import ViewFeature

/// Lists the words that the search found.
@MainActor
final class SearchView {
  let widget: Widget
  /// The search field.
  let entry: Entry
  private let store: Store<SearchFeature>
  private let list: RowList<WordRow>
  private let spinner = Spinner(name: "Searching")
  private let status = Label()
  private let failure: FailureBar
  private let area: ScrollArea

  init(store: Store<SearchFeature>, open: @escaping @MainActor (String) -> Void) {
    self.store = store
    entry = .search(name: "Search the words and their meanings")
    entry.bind(store.binding(\.query) { .queryChanged($0) })
    list = RowList(
      name: "Words found",
      makeWidget: { $0.makeWidget() },
      activate: { open($0.match.entry.word) }
    )
    failure = FailureBar { store.send(.retry) }
    let footer = Box.row(spacing: 8, spinner, status).style("status")
    area = ScrollArea(list)
    widget = Box.column(area, failure.widget, footer)
    widget.follow { [weak self] in self?.update() }
  }

  /// Whether there is a search.
  var isSearching: Bool {
    if case .idle = store.state.matches { false } else { true }
  }

  /// Restores the search that was shown when the app ended, and scrolls to a row.
  func start(from row: Int) {
    guard !isSearching else { return }
    area.expect(row)
    Task {
      await store.send(.retry).value
      area.scrollToExpected(of: store.state.matches.value?.count ?? 0)
    }
  }

  /// The first visible row.
  var top: Int { area.firstRow(of: store.state.matches.value?.count ?? 0) }

  func onScroll(_ handler: @escaping @MainActor () -> Void) {
    area.onScroll = handler
  }

  private func update() {
    let matches = store.state.matches
    list.rows = (matches.value ?? []).map { WordRow($0) }
    // The previous matches don't belong to the current query.
    list.isSensitive = !matches.isLoading
    spinner.isSpinning = matches.isLoading
    failure.error = matches.error
    status.text = text(of: matches)
  }

  private func text(of matches: Loadable<[SearchMatch]>) -> String {
    switch matches {
    case .idle, .failed: ""
    case .loading: "Searching…"
    case .empty: "No word has “\(store.state.query)”"
    case .loaded(let found):
      found.count < store.state.total
        ? "\(found.count) of \(store.state.total) words found"
        : "Found: \(found.count)"
    }
  }
}
