import Observation
package import ScreenStateKit

/// What the word list shows; how far it is loaded, the pager knows.
@Observable @MainActor
package final class WordListState: PagedScreenState<WordEntry, Int>, SnapshotState {
  /// How many words there are in all, loaded or not.
  package internal(set) var total = 0

  package static let snapshotFields = SnapshotFields<WordListState> {
    Field("pager", \.pager)
    Field("total", \.total)
    Field("isLoading", \.isLoading)
    Field("displayError", \.displayError)
  }

  /// The words, or a skeleton until the first page has come or failed.
  package var snapshot: WordListSnapshot {
    switch content {
    case .idle, .loading(previous: nil, _): .placeholder
    case .loading, .loaded, .empty, .failed: WordListSnapshot(entries: items, total: total)
    }
  }

  package var isLoadingMore: Bool { pager.phase == .loadingNext }

  /// Whether a row is not loaded yet, and can be.
  func canLoad(_ row: Int) -> Bool {
    items.count <= row && canShowLoadmore && displayError == nil
  }

  /// Whether the page that could not be loaded is one after the first.
  package var nextPageFailed: Bool {
    if case .failed(let page, _) = pager.phase { page > 1 } else { false }
  }
}
