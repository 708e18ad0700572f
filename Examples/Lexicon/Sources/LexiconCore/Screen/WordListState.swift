import Observation
package import ScreenStateKit

/// The state of the word list; the pager tracks the loaded pages.
@Observable @MainActor
package final class WordListState: PagedScreenState<WordEntry, Int>, SnapshotState {
  /// The total number of words, including those not loaded.
  package internal(set) var total = 0

  package static let snapshotFields = SnapshotFields<WordListState> {
    SnapshotField("pager", \.pager)
    SnapshotField("total", \.total)
    SnapshotField("isLoading", \.isLoading)
    SnapshotField("displayError", \.displayError)
  }

  /// The words, or a placeholder until the first page loads or fails.
  package var snapshot: WordListSnapshot {
    switch content {
    case .idle, .loading(previous: nil, _): .placeholder
    case .loading, .loaded, .empty, .failed: WordListSnapshot(entries: items, total: total)
    }
  }

  package var isLoadingMore: Bool { pager.phase == .loadingNext }

  /// Returns whether a row isn't loaded yet but can be.
  func canLoad(_ row: Int) -> Bool {
    items.count <= row && canShowLoadmore && displayError == nil
  }

  /// Whether the load of a page after the first failed.
  package var nextPageFailed: Bool {
    if case .failed(let page, _) = pager.phase { page > 1 } else { false }
  }
}
