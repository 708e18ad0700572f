import GTKKit

/// Shows all words or, if the search field contains a text, the matches.
@MainActor
final class WordsView {
  let widget: Widget
  private let list: WordListView
  private let search: SearchView
  private let stack = Stack()

  private enum Page {
    static let all = "all"
    static let found = "found"
  }

  init(list: WordListView, search: SearchView) {
    self.list = list
    self.search = search
    stack.add(list.widget, id: Page.all)
    stack.add(search.widget, id: Page.found)
    widget = Box.column(Box.column(search.entry).style("search-area"), stack)
    widget.follow { [weak self] in
      guard let self else { return }
      stack.visiblePage = search.isSearching ? Page.found : Page.all
    }
  }

  /// Loads the words or the restored search, and scrolls both to the given rows.
  func start(listFrom row: Int, foundFrom found: Int) {
    list.start(from: row)
    search.start(from: found)
    search.entry.focus()
  }

  /// The first visible rows.
  var listTop: Int { list.top }
  var foundTop: Int { search.top }
  var isSearching: Bool { search.isSearching }

  func onScroll(_ handler: @escaping @MainActor () -> Void) {
    list.onScroll(handler)
    search.onScroll(handler)
  }

  func refresh() {
    list.refresh()
  }
}
