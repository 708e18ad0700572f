import GTKKit

/// All words or, while there is something in the search entry, those that were found.
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

  func start() {
    list.start()
    search.entry.focus()
  }

  func refresh() {
    list.refresh()
  }
}
