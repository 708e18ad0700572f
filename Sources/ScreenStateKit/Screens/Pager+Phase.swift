extension Pager {
  /// Where a pager stands.
  public enum Phase: Hashable, Sendable {
    /// Nothing was asked for yet.
    case idle
    /// The first page of a generation is loading; items of the one before may still be there.
    case loadingFirst
    /// The page after those that are there is loading.
    case loadingNext
    /// There is a next page.
    case ready
    /// There are no items and no more pages, nor a previous one.
    case empty
    /// There are no more pages, but items or a previous page.
    case exhausted
    /// A page could not be loaded; the items from before are still there.
    ///
    /// Only the first one of a generation is 1; a page after others is at least 2.
    case failed(page: Int, DisplayableError)
  }

  /// Where the beginning of a list stands.
  public enum PreviousPhase: Hashable, Sendable {
    /// There is no page before those that are there.
    case none
    /// There is a previous page.
    case ready
    /// The previous page is loading.
    case loading
    /// The previous page could not be loaded.
    case failed(DisplayableError)
  }
}
