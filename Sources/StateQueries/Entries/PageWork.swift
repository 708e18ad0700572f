import ScreenStateKit

/// A side of a list.
enum PageSide: Hashable, Sendable {
  case next
  case previous
}

/// The pages that the load of a paged query loads.
struct PageWork: Sendable {
  /// The sides at which callers want a page.
  var wanted: Set<PageSide> = []
  /// Whether the load begins with all pages of the list.
  var isWhole = true
  /// The new list so far, for the next attempt.
  var progress: QueryContent?
  /// The number of invalidations of the entry when the progress began.
  var invalidation = 0
  /// The number of invalidations by tags, which may reach the progress.
  var tagInvalidation = 0
  /// Whether the last attempt has failed.
  var hasFailed = false
  /// The side at which a page is loading or has failed.
  var side: PageSide?
}

extension PagedQuery {
  /// Returns content that shows a page in flight or its failure.
  func content(
    _ content: QueryContent,
    at side: PageSide,
    isLoading: Bool,
    _ error: DisplayableError?
  ) -> QueryContent {
    let pager = content.value(of: self)
    if isLoading { return QueryContent(pager.requesting(inFront: side == .previous)) }
    guard let error else { return content }
    return QueryContent(pager.failing(error, inFront: side == .previous))
  }
}
