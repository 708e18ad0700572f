/// The content before or after a list that is loaded page by page.
enum PagerFooterPresentation: Equatable {
  /// There is nothing to say: the list itself shows that it is empty, loads or failed, or it is at its
  /// end.
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

  /// How long to wait before asking again a store that has not heard.
  static let pausesBetweenCalls: [Duration] = [
    .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
  ]

  /// Whether the next page is to be loaded as soon as the footer is seen.
  ///
  /// A page that failed is not: that waits for the user.
  static func wantsPage<Item, Cursor>(_ phase: Pager<Item, Cursor>.Phase) -> Bool {
    phase == .ready
  }

  /// Whether the next page is to be loaded as soon as the footer is seen; not while the previous one is loading.
  static func wantsNextPage<Item, Cursor>(_ pager: Pager<Item, Cursor>) -> Bool {
    pager.phase == .ready && !pager.isLoading
  }

  /// Whether the previous page is to be loaded as soon as the header is seen; not while another one is loading.
  static func wantsPreviousPage<Item, Cursor>(_ pager: Pager<Item, Cursor>) -> Bool {
    pager.previousPhase == .ready && !pager.isLoading
  }
}
