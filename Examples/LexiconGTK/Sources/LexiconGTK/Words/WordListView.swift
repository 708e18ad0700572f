import GTKKit
import LexiconCore
import ScreenStateKit

/// Lists all words, and loads more when the user scrolls near the end.
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
      // Like an alert's button, which dismisses the alert.
      state.displayError = nil
      store.send(state.nextPageFailed ? .loadMore : .refresh)
    }
    let footer = Box.row(spacing: 8, spinner, status).style("status")
    widget = Box.column(area, failure.widget, footer)
    widget.follow { [weak self] in self?.update() }
    area.onNearEnd = { [weak self] in self?.loadMore() }
  }

  /// Loads the list, and scrolls to a row.
  func start(from row: Int) {
    area.expect(row)
    Task {
      await store.bind(to: state)
      guard row > 0 else { return refresh() }
      // More rows than fit below that row.
      _ = try? await store.send(.load(upTo: row + 20)).value
      area.scrollToExpected(of: state.items.count)
    }
  }

  /// The first visible row.
  var top: Int { area.firstRow(of: state.items.count) }

  func onScroll(_ handler: @escaping @MainActor () -> Void) {
    area.onScroll = handler
  }

  /// Reloads the list, and scrolls to its start.
  func refresh() {
    area.scrollToTop()
    state.displayError = nil
    store.send(.refresh)
  }

  private func loadMore() {
    // A page that failed waits for the user to retry.
    guard state.canShowLoadmore, !state.isLoadingMore, !state.isTravelling else { return }
    store.send(.loadMore)
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
