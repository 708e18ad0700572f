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
    /// There are no items and no more pages.
    case empty
    /// There are items and no more pages.
    case exhausted
    /// A page, counted from 1, could not be loaded; the items from before are still there.
    case failed(page: Int, DisplayableError)
  }
}
