import Foundation
import Observation
package import ScreenStateKit

/// What the word list shows.
@Observable @MainActor
package final class WordListState: LoadmoreScreenState, StateUpdatable {
  package internal(set) var snapshot = WordListSnapshot.placeholder
  package internal(set) var isLoadingMore = false

  /// Here and not in the store, so that a page and its place change in one step: between two
  /// steps a refresh could come, and an old page would end up in the new list.
  @ObservationIgnored private var pages = PageCursor()

  /// Waits for the first page from now on, and for no other.
  func startOver() -> PageCursor.Ticket {
    updateState { state in
      state.isLoadingMore = false
      if state.snapshot.entries.isEmpty {
        state.snapshot = .placeholder
      }
    }
    return pages.first()
  }

  /// - Returns: Nil where there is no further page, or not before the list has started over.
  func startLoadingMore() -> PageCursor.Ticket? {
    guard let ticket = pages.next() else { return nil }
    updateState { state in
      state.isLoadingMore = true
      state.canExecuteLoadmore()
    }
    return ticket
  }

  func accept(_ page: WordPage, for ticket: PageCursor.Ticket) {
    guard pages.accept(page, for: ticket) else { return }
    updateState { state in
      let earlier = ticket.offset == 0 ? [] : state.snapshot.entries
      state.snapshot = WordListSnapshot(entries: earlier + page.words, total: page.total)
      state.isLoadingMore = false
      state.displayError = nil
      state.updateDidLoadAllData(!state.pages.hasMore)
    }
  }

  /// Ends the wait for a page that does not come, and keeps the list.
  ///
  /// - Returns: Whether the list still waited; otherwise the error concerns nobody.
  func fail(_ ticket: PageCursor.Ticket, with error: (any LocalizedError)?) -> Bool {
    guard pages.end(ticket) else { return false }
    updateState { state in
      if state.snapshot.isPlaceholder {
        state.snapshot = .empty
      }
      if state.isLoadingMore {
        state.isLoadingMore = false
        state.terminateLoadMoreView()
      }
      if let error {
        state.showError(error)
      }
    }
    return true
  }
}
