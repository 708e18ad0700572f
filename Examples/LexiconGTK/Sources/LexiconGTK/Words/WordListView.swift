import GTKKit
import LexiconCore
import ScreenStateKit

/// The list of all words, of which the next ones are loaded when its end comes near.
@MainActor
final class WordListView {
  let widget: Widget
  private let state: WordListState
  private let store: WordListStore
  private let list: RowList<WordRow>
  private let area: ScrollArea
  private let spinner = Spinner(name: "Loading words")
  private let status = Label()
  private let failure: FailureBar

  init(
    store: WordListStore,
    state: WordListState = WordListState(),
    open: @escaping @MainActor (String) -> Void
  ) {
    self.store = store
    self.state = state
    list = RowList(
      name: "All words",
      makeWidget: { $0.makeWidget() },
      activate: { open($0.match.entry.word) }
    )
    area = ScrollArea(list)
    failure = FailureBar { [state, store] in
      guard !state.isTravelling else { return }
      // Like the button of an alert, which closes it.
      state.displayError = nil
      store.receive(action: state.nextPageFailed ? .loadMore : .refresh)
    }
    let footer = Box.row(spacing: 8, spinner, status).style("status")
    widget = Box.column(area, failure.widget, footer)
    widget.follow { [weak self] in self?.update() }
    area.onNearEnd = { [weak self] in self?.loadMore() }
  }

  /// Loads the list, and shows it from a row on.
  func start(from row: Int) {
    area.expect(row)
    Task {
      await store.binding(state: state)
      guard row > 0 else { return refresh() }
      // More than there is room for below that row.
      await store.load(state, upTo: row + 20)
      area.scrollToExpected(of: state.items.count)
    }
  }

  /// The first row that is seen.
  var top: Int { area.firstRow(of: state.items.count) }

  func onScroll(_ handler: @escaping @MainActor () -> Void) {
    area.onScroll = handler
  }

  /// Loads the list again, which is then shown from its beginning.
  func refresh() {
    area.scrollToTop()
    state.displayError = nil
    store.receive(action: .refresh)
  }

  private func loadMore() {
    // A page that failed waits for the user.
    guard state.canShowLoadmore, !state.isLoadingMore, !state.isTravelling else { return }
    store.receive(action: .loadMore)
  }

  private func update() {
    let snapshot = state.snapshot
    list.rows = snapshot.entries.map { entry in
      WordRow(entry, isPlaceholder: snapshot.isPlaceholder)
    }
    list.isSensitive = !snapshot.isPlaceholder
    spinner.isSpinning = state.isLoading || state.isLoadingMore
    failure.error = state.displayError
    status.text =
      if snapshot.isPlaceholder {
        "Loading…"
      } else if state.isLoadingMore {
        "\(snapshot.entries.count) of \(snapshot.total) words, loading more…"
      } else {
        "\(snapshot.entries.count) of \(snapshot.total) words"
      }
  }
}
