import ScreenStateKit

/// A side of a list.
enum PageSide: Hashable, Sendable {
  case next
  case previous
}

/// A call that waits for a page of a list.
@MainActor
final class PageCall {
  /// Whether the load that it waits for doesn't load the page, so it asks again.
  var isPostponed = false
  /// Whether the load that it waits for is that of the page at the other side, whose failure doesn't concern it.
  var awaitsOtherPage = false
  /// Whether the page has arrived; otherwise, other content has ended its load.
  var isLoaded = false
}

/// The work of a load of a paged query: one page, or the whole list.
struct PageWork: Sendable {
  /// The side at which a page is loading or has failed; `nil` for the whole list.
  var side: PageSide?
  /// The calls that wait for the page.
  var calls: [PageCall] = []
  /// The calls that wait for the end of the load, and then load the page at the other side.
  var others: [PageCall] = []
  /// The content when the attempt began, without unconfirmed changes.
  var content: QueryContent?
  /// The new list so far, for the next attempt.
  var progress: QueryContent?
  /// The number of the attempt that has loaded each entity of the pages.
  var arrivals: [EntityID: Int] = [:]
  /// The numbers of the content and of the invalidations of the entry when the progress began.
  var contentNumber = 0
  var invalidation = 0
  /// Whether the next attempt may continue what this one loads.
  var isContinued = true
  /// Whether a caller wants the whole list from the next attempt.
  var isWholeWanted = false
  /// The number of failed loads of the entry when the load began.
  var failureCount = 0

  /// Lets the next attempt load all its pages.
  mutating func restart() {
    isContinued = false
    progress = nil
  }
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
