extension Pager {
  /// The phase of a pager at the end of its list.
  public enum Phase: Hashable, Sendable {
    /// No page has been requested.
    case idle
    /// The first page of a generation is loading; items of the previous generation may still be in the list.
    case loadingFirst
    /// The page after the current ones is loading.
    case loadingNext
    /// There is a next page.
    case ready
    /// The list has no items, no more pages, and no previous page.
    case empty
    /// The list has no more pages, but it has items or a previous page.
    case exhausted
    /// A page failed to load; the previous items are still in the list.
    ///
    /// Only the first page of a generation has the number 1; any later page has at least 2.
    case failed(page: Int, DisplayableError)
  }

  /// The phase of a pager at the beginning of its list.
  public enum PreviousPhase: Hashable, Sendable {
    /// No page exists before the current ones.
    case none
    /// There is a previous page.
    case ready
    /// The previous page is loading.
    case loading
    /// The previous page failed to load.
    case failed(DisplayableError)
  }
}
