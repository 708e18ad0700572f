import ScreenStateKit
import StateCore
import StateRequests

/// The loads of paged queries in a cache.
@MainActor
final class PageLoads {
  weak var requests: Requests<QueryKey, QueryContent>?
  private let environment: StoreEnvironment
  private let dependencies: QueryDependencies
  private let stubs: QueryStubs?
  /// The pages of loads, and the sides of failed ones.
  var pages: [QueryKey: PageWork] = [:]

  init(
    _ environment: StoreEnvironment,
    _ dependencies: QueryDependencies,
    _ stubs: QueryStubs?
  ) {
    self.environment = environment
    self.dependencies = dependencies
    self.stubs = stubs
  }

  /// Whether the loads of a list are those of pages; a preview may answer the whole list.
  func loadsPages(of key: QueryKey) -> Bool { stubs?.hasPages(key) ?? true }

  /// Notes an invalidation by tags, which may reach the pages of a list that isn't complete.
  func noteInvalidation() {
    for index in pages.values.indices { pages.values[index].restart() }
  }

  /// Notes that a caller wants content that is newer than what a load has got so far.
  func wantReload(of key: QueryKey) {
    pages[key]?.restart()
    pages[key]?.isWholeWanted = true
  }

  /// Forgets a page that no load has begun to load.
  func forget(_ call: PageCall, of key: QueryKey) {
    if pages[key]?.calls.contains(where: { $0 === call }) == true { pages[key] = nil }
  }

  /// Determines what an attempt loads, before its task begins: in a later turn, more may have happened.
  func begin(_ attempt: RequestAttempt, _ key: QueryKey) {
    guard let requests, key.query is any PagedQuery, loadsPages(of: key) else { return }
    let (content, invalidation) = requests.confirmed(key)
    let view = requests[key]
    let contentNumber = view?.contentNumber ?? 0
    var work = pages[key] ?? PageWork()
    let isPage = attempt.attempt > 1 || attempt.reason == .reload && !work.calls.isEmpty
    if !isPage || content == nil || view?.isInvalidated == true || work.isWholeWanted {
      for call in work.calls { call.isPostponed = true }
      // A new load begins after the page has ended; another attempt loads the list in place of the page.
      if attempt.attempt > 1 { for call in work.others { call.awaitsOtherPage = false } }
      work.side = nil
      work.calls = []
      work.others = []
    }
    if attempt.attempt == 1 || work.invalidation != invalidation
      || work.contentNumber != contentNumber
    {
      work.progress = nil
      work.arrivals = [:]
    }
    work.content = content
    work.invalidation = invalidation
    work.contentNumber = contentNumber
    work.isContinued = true
    work.isWholeWanted = false
    if attempt.attempt == 1 { work.failureCount = view?.failureCount ?? 0 }
    pages[key] = work
    dependencies.beginPages(
      of: key,
      isWhole: work.side == nil,
      hasProgress: work.progress != nil
    )
  }

  /// Loads the page of an attempt, or all pages of the list.
  func loadPages<Query: PagedQuery>(
    of query: Query,
    _ attempt: RequestAttempt,
    _ key: QueryKey
  ) async throws -> QueryContent {
    // The task may begin after the end of its attempt.
    guard requests?.isRunning(attempt) == true, let work = pages[key] else {
      throw CancellationError()
    }
    let empty = Query.Value(first: query.firstCursor, maximumPageCount: query.maximumPageCount)
    var pager = work.content?.value(of: query) ?? empty
    // A list that was set or is from a record may have another limit.
    pager.maximumPageCount = query.maximumPageCount
    guard let side = work.side else {
      return QueryContent(try await loadAll(of: query, pager, attempt, key))
    }
    if let request = pager.request(side) {
      pager.receive(try await page(of: query, request, attempt, .page), for: request)
    }
    for call in work.calls + (pages[key]?.calls ?? []) { call.isLoaded = true }
    pages[key]?.calls = []
    return QueryContent(pager)
  }

  /// Keeps a list for the next attempt, unless that has to load all pages again.
  private func keep<Item, Cursor>(_ list: Pager<Item, Cursor>, _ key: QueryKey)
  where Item: Identifiable & Sendable, Item.ID: Sendable, Cursor: Hashable & Sendable {
    if pages[key]?.isContinued == true { pages[key]?.progress = QueryContent(list) }
  }

  private func loadAll<Query: PagedQuery>(
    of query: Query,
    _ old: Query.Value,
    _ attempt: RequestAttempt,
    _ key: QueryKey
  ) async throws -> Query.Value {
    // A list that was set or is from a record may have more pages than the query keeps.
    let count = max(min(old.pageCount, old.maximumPageCount ?? .max), 1)
    var list = pages[key]?.progress?.value(of: query) ?? old.reloading().pager
    while list.pageCount < count {
      var new = list
      let next = list.pageCount == 0 ? nil : new.next()
      if list.pageCount > 0, next == nil { break }
      let first = list.pageCount == 0 ? old.reloading() : nil
      if let first { new = first.pager }
      guard let request = next ?? first?.request else { break }
      let page = try await page(of: query, request, attempt, QueryReason(attempt.reason))
      new.receive(page, for: request)
      if first != nil { new.keepPages(before: old) }
      list = new
      keep(list, key)
    }
    return list
  }

  private func page<Query: PagedQuery>(
    of query: Query,
    _ request: Pager<Query.Item, Query.Cursor>.Request,
    _ attempt: RequestAttempt,
    _ reason: QueryReason
  ) async throws -> Pager<Query.Item, Query.Cursor>.Page {
    let context = QueryContext(
      attempt: attempt.attempt,
      reason: reason,
      environment: environment,
      dependencies: dependencies.source(attempt, QueryKey(query))
    )
    let stub = stubs?.pages(of: query)
    let page = try await StoreEnvironment.with(environment) {
      if let stub { return try await stub.load(request) }
      return try await query.page(request, in: context)
    }
    // A service may ignore the cancellation, and another attempt may be running.
    guard requests?.isRunning(attempt) == true else { throw CancellationError() }
    note(page, of: query, attempt)
    return page
  }

  /// Notes which entities an attempt has loaded: the others of the list are older.
  private func note<Query: PagedQuery>(
    _ page: Pager<Query.Item, Query.Cursor>.Page,
    of query: Query,
    _ attempt: RequestAttempt
  ) {
    guard query.hasEntities else { return }
    var list = Query.Value()
    let request = list.refresh()
    list.receive(page, for: request)
    for id in query.entities(in: QueryContent(list)) {
      pages[QueryKey(query)]?.arrivals[id] = attempt.number
    }
  }

  /// Returns the number of the attempt that has loaded an entity of an answer; `nil` if it was known before.
  func attempt(of id: EntityID, _ attempt: RequestAttempt, _ key: QueryKey) -> Int? {
    guard let work = pages[key], loadsPages(of: key) else { return attempt.number }
    return work.arrivals[id]
  }
}

extension Pager {
  mutating func request(_ side: PageSide) -> Request? {
    switch side {
    case .next: next()
    case .previous: previous()
    }
  }
}
