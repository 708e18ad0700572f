/// The content before or after a paged list.
enum PagerFooterPresentation: Equatable {
  /// The row is hidden: the list itself shows that it is empty, loading, or failed, or it has reached its end.
  case hidden
  case progress
  case failure(DisplayableError)

  init<Item, Cursor>(_ phase: Pager<Item, Cursor>.Phase) {
    self =
      switch phase {
      case .ready, .loadingNext: .progress
      case .failed(let page, let error) where page > 1: .failure(error)
      case .idle, .loadingFirst, .empty, .exhausted, .failed: .hidden
      }
  }

  init<Item, Cursor>(_ phase: Pager<Item, Cursor>.PreviousPhase) {
    self =
      switch phase {
      case .ready, .loading: .progress
      case .failed(let error): .failure(error)
      case .none: .hidden
      }
  }

  /// The pauses before repeating a call that a store has not handled.
  static let pausesBetweenCalls: [Duration] = [
    .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
  ]

  /// Returns a number if the next page is to load as soon as the footer is visible, or `nil`.
  ///
  /// A failed page waits for the user. The number is the same for all pages.
  static func wantedPage<Item, Cursor>(_ phase: Pager<Item, Cursor>.Phase) -> Int? {
    phase == .ready ? 0 : nil
  }

  /// Returns a number if the next page is to load as soon as the footer is visible, which is never the case during
  /// another load.
  ///
  /// The number is another one after each load, which may begin and end between two updates of the view.
  static func wantedNextPage<Item, Cursor>(_ pager: Pager<Item, Cursor>) -> Int? {
    pager.phase == .ready && !pager.isLoading ? pager.requestCount : nil
  }

  /// Returns a number like `wantedNextPage` if the previous page is to load as soon as the header is visible.
  static func wantedPreviousPage<Item, Cursor>(_ pager: Pager<Item, Cursor>) -> Int? {
    pager.previousPhase == .ready && !pager.isLoading ? pager.requestCount : nil
  }
}
