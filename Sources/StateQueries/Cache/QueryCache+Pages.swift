import Foundation
import ScreenStateKit
import StateCore
import StateRequests

extension QueryCache {
  /// Loads the next page of a list; without content, the first one.
  ///
  /// If a load is running, the page follows it. Calls during the load of a page share the page. Without a next page,
  /// nothing happens. The age of the list is that of its last page.
  ///
  /// - Throws: As `value(of:)`.
  public func loadNextPage(of query: some PagedQuery) async throws {
    try await loadPage(of: query, .next)
  }

  /// Loads the previous page of a list; without content, the first one.
  ///
  /// The rules are those of `loadNextPage(of:)`.
  ///
  /// - Throws: As `value(of:)`.
  public func loadPreviousPage(of query: some PagedQuery) async throws {
    try await loadPage(of: query, .previous)
  }

  private func loadPage(of query: some PagedQuery, _ side: PageSide) async throws {
    let key = QueryKey(query)
    guard let view = requests[key], let content = view.content else {
      _ = try await value(of: query)
      return
    }
    let options = RequestOptions(query.options)
    if view.isLoading {
      pageLoads.pages[key, default: PageWork()].wanted.insert(side)
      _ = try await withRemoval(of: query) { try await requests.value(of: key, options).content }
    } else {
      var pager = content.value(of: query)
      guard pager.request(side) != nil else { return }
      try CurrentWork.checkCancellation()
      // The load may begin in a later turn.
      let isWhole = view.isInvalidated
      let shownSide = isWhole ? nil : side
      pageLoads.pages[key] = PageWork(wanted: [side], isWhole: isWhole, side: shownSide)
      _ = try await withRemoval(of: query) { try await requests.reload(key, options) }
    }
  }

  /// Lets callers that want fresh content wait for a load after that of a page.
  func expectWholeList(_ key: QueryKey, isReload: Bool) {
    guard let work = pageLoads.pages[key], !work.isWhole, let view = requests[key],
      view.isLoading
    else { return }
    var isStale = isReload
    if let age = key.query.options.staleAfter, let date = view.loadedAt {
      let now = Duration.seconds(environment.unrecordedDate.timeIntervalSinceReferenceDate)
      isStale = isStale || now - date >= age
    }
    if isStale { requests.change { $0.invalidate(key, at: $1, &$2) } }
  }

  /// Ends the work of an entry that isn't loading; the side of a failed page stays with its error.
  func updatePages(_ key: QueryKey, _ view: RequestView<QueryContent>?) {
    guard let work = pageLoads.pages[key], view?.isLoading != true else { return }
    let hasFailedPage = work.side != nil && view?.error != nil
    pageLoads.pages[key] = hasFailedPage ? PageWork(side: work.side) : nil
  }

  /// Returns an entry as screens show it: with a page in flight, or with its failure.
  func shown(_ key: QueryKey, _ view: RequestView<QueryContent>?) -> RequestView<QueryContent>? {
    guard var view, let content = view.content, let side = pageLoads.pages[key]?.side,
      let query = key.query as? any PagedQuery
    else { return view }
    let error = troubles[key]?.error
    view.content = query.content(content, at: side, isLoading: view.isLoading, error)
    return view
  }
}
