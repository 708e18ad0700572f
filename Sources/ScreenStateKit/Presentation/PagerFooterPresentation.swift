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

  /// Returns whether to load the next page as soon as the footer is visible.
  ///
  /// A failed page waits for the user.
  static func wantsPage<Item, Cursor>(_ phase: Pager<Item, Cursor>.Phase) -> Bool {
    phase == .ready
  }

  /// Returns whether to load the next page as soon as the footer is visible, which is never the case during another
  /// load.
  static func wantsNextPage<Item, Cursor>(_ pager: Pager<Item, Cursor>) -> Bool {
    pager.phase == .ready && !pager.isLoading
  }

  /// Returns whether to load the previous page as soon as the header is visible, which is never the case during another
  /// load.
  static func wantsPreviousPage<Item, Cursor>(_ pager: Pager<Item, Cursor>) -> Bool {
    pager.previousPhase == .ready && !pager.isLoading
  }
}
