import Foundation
import ScreenStateKit
import StateCore
import StateRequests

extension QueryCache {
  /// Loads the next page of a list; without content, the first one.
  ///
  /// If a load is running, the page follows it. Calls during the load of a page share the page. If other content replaces
  /// the list meanwhile, its next page loads. Without a next page, nothing happens. The age of the list is that of its
  /// last page.
  ///
  /// - Throws: The errors of `value(of:)`.
  public func loadNextPage(of query: some PagedQuery) async throws {
    try await loadPage(of: query, .next)
  }

  /// Loads the previous page of a list; without content, the first one.
  ///
  /// The rules are those of `loadNextPage(of:)`.
  ///
  /// - Throws: The errors of `value(of:)`.
  public func loadPreviousPage(of query: some PagedQuery) async throws {
    try await loadPage(of: query, .previous)
  }

  private func loadPage(of query: some PagedQuery, _ side: PageSide) async throws {
    let key = QueryKey(query)
    let options = RequestOptions(query.options)
    let call = PageCall()
    repeat {
      try CurrentWork.checkCancellation()
      guard let view = requests[key], let content = view.content else {
        _ = try await value(of: query)
        return
      }
      if view.isLoading {
        try await joinLoad(of: query, side, call)
      } else if view.isInvalidated {
        call.isPostponed = true
        _ = try await withRemoval(of: query) { try await requests.reload(key, options) }
      } else {
        var pager = content.value(of: query)
        guard pager.request(side) != nil else { return }
        call.isPostponed = false
        pageLoads.pages[key] = PageWork(side: side, calls: [call])
        // A caller that is cancelled first starts nothing.
        defer { if requests[key]?.isLoading != true { pageLoads.forget(call, of: key) } }
        _ = try await withRemoval(of: query) { try await requests.reload(key, options) }
      }
    } while call.isPostponed || !call.isLoaded && pageLoads.loadsPages(of: key)
  }

  /// Waits for the load of a list, which may be that of the wanted page.
  private func joinLoad(
    of query: some PagedQuery,
    _ side: PageSide,
    _ call: PageCall
  ) async throws {
    let key = QueryKey(query)
    let options = RequestOptions(query.options)
    let loadingSide = requests.awaitsNextLoad(key) ? nil : pageLoads.pages[key]?.side
    let isOwn = loadingSide == side
    call.isPostponed = !isOwn
    call.awaitsOtherPage = loadingSide != nil && !isOwn
    if isOwn { pageLoads.pages[key]?.calls.append(call) }
    if call.awaitsOtherPage { pageLoads.pages[key]?.others.append(call) }
    let waitsForNetwork = requests[key]?.retry.map { $0.time == nil } ?? false
    do {
      _ = try await withRemoval(of: query) {
        // A wrong hint about the network doesn't hold up the page.
        if isOwn, waitsForNetwork { return try await requests.reload(key, options) }
        return try await requests.value(of: key, options).content
      }
    } catch
      where call.awaitsOtherPage && !(error is CancellationError) && !saysRemoved(error)
      && requests[key]?.retry == nil
    {
      // The page at the other side has failed, perhaps before a load that follows it at once.
    }
  }

  private func saysRemoved(_ error: any Error) -> Bool {
    (error as? QueryError)?.code == .removed
  }

  /// Returns what a caller needs that wants fresh content.
  func need(for key: QueryKey, staleAfter age: Duration?) -> ContentNeed {
    guard let list = listDuringPage(key, staleAfter: age), !requests.awaitsNextLoad(key) else {
      return .load
    }
    guard list.isStale else { return .content(list.content) }
    // A repeated attempt answers the callers that want the list, too.
    pageLoads.pages[key]?.isWholeWanted = true
    return requests[key]?.retry == nil ? .nextLoad : .load
  }

  /// Returns the list while one of its pages is loading, and whether the list is stale regardless of the page.
  private func listDuringPage(
    _ key: QueryKey,
    staleAfter age: Duration?
  ) -> (content: QueryContent, isStale: Bool)? {
    guard pageLoads.pages[key]?.side != nil, let view = requests[key], view.isLoading,
      let content = view.content
    else { return nil }
    guard !view.isInvalidated, let age, let date = view.loadedAt else {
      return (content, view.isInvalidated)
    }
    let now = Duration.seconds(environment.unrecordedDate.timeIntervalSinceReferenceDate)
    return (content, now - date >= age)
  }

  /// Lets a load of the whole list follow that of a page, because a watch or an event wants fresh content.
  func expectWholeList(_ key: QueryKey, for trigger: QueryOptions.Triggers) {
    let options = key.query.options
    guard options.triggers.contains(trigger), requests[key]?.isInvalidated == false,
      listDuringPage(key, staleAfter: options.staleAfter)?.isStale == true
    else { return }
    requests.change { $0.invalidate(key, at: $1, &$2) }
  }

  /// Lets loads of whole lists follow those of pages after an event.
  func expectWholeLists(after event: QueryEvent) {
    let trigger: QueryOptions.Triggers
    switch event {
    case .active where !requests.isActive: trigger = .active
    case .online where !requests.isOnline: trigger = .reconnect
    default: return
    }
    for key in pageLoads.pages.keys where requests[key].map({ $0.watcherCount > 0 }) == true {
      expectWholeList(key, for: trigger)
    }
  }

  /// Ends the work of an entry that isn't loading; the side of a failed page stays with its error.
  func updatePages(_ key: QueryKey, _ view: RequestView<QueryContent>?) {
    guard let work = pageLoads.pages[key], view?.isLoading != true else { return }
    let hasFailed = view.map { $0.failureCount != work.failureCount } ?? false
    let hasFailedPage = work.side != nil && hasFailed
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

/// What a caller needs that wants fresh content.
enum ContentNeed {
  /// Nothing but the present list, which is fresh while one of its pages loads.
  case content(QueryContent)
  /// The load of the whole list after that of a page.
  case nextLoad
  /// Fresh content, or a load.
  case load
}
