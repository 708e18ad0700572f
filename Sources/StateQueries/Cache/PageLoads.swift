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

  /// Notes an invalidation by tags, which may reach the pages of a list that isn't complete.
  func noteInvalidation() {
    for index in pages.values.indices {
      pages.values[index].tagInvalidation += 1
      pages.values[index].progress = nil
    }
  }

  /// Loads the pages of an attempt: all pages of the list or none of them, and those that callers want in addition.
  func loadPages<Query: PagedQuery>(
    of query: Query,
    _ attempt: RequestAttempt,
    _ key: QueryKey
  ) async throws -> QueryContent {
    let known = begin(attempt, key)?.value(of: query)
    let empty = Query.Value(first: query.firstCursor, maximumPageCount: query.maximumPageCount)
    var pager = known ?? empty
    if pages[key]?.isWhole == true {
      pager = try await loadAll(of: query, pager, attempt, key)
    }
    while let side = pages[key]?.wanted.sorted(by: { first, _ in first == .next }).first {
      var wanted = pager
      if let request = wanted.request(side) {
        pages[key]?.side = side
        wanted.receive(try await page(of: query, request, attempt, .page), for: request)
        pager = wanted
      }
      pages[key]?.wanted.remove(side)
      pages[key]?.side = nil
    }
    return QueryContent(pager)
  }

  /// Determines what an attempt loads.
  ///
  /// - Returns: The content without unconfirmed changes.
  private func begin(_ attempt: RequestAttempt, _ key: QueryKey) -> QueryContent? {
    let (content, invalidation) = requests?.confirmed(key) ?? (nil, 0)
    var work = pages[key] ?? PageWork()
    if attempt.attempt == 1 {
      // The callers of a load that has failed have their errors.
      if work.hasFailed { work.wanted = [] }
      work.progress = nil
      // An invalidation between the start and this, which may be in a later turn, leads to another load.
      if attempt.reason != .reload || work.wanted.isEmpty { work.isWhole = true }
    } else if requests?[key]?.isInvalidated == true {
      work.isWhole = true
    }
    if content == nil { work.isWhole = true }
    if work.invalidation != invalidation { work.progress = nil }
    work.invalidation = invalidation
    work.side = nil
    work.hasFailed = false
    pages[key] = work
    dependencies.beginPages(of: key, isWhole: work.isWhole, hasProgress: work.progress != nil)
    return content
  }

  private func loadAll<Query: PagedQuery>(
    of query: Query,
    _ old: Query.Value,
    _ attempt: RequestAttempt,
    _ key: QueryKey
  ) async throws -> Query.Value {
    let tagInvalidation = pages[key]?.tagInvalidation
    let count = max(old.pageCount, 1)
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
      // An invalidation by a tag may reach the pages of an attempt that fails later.
      let isCurrent = pages[key]?.tagInvalidation == tagInvalidation
      pages[key]?.progress = isCurrent ? QueryContent(list) : nil
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
    do {
      let stub = stubs?.pages(of: query)
      let page = try await StoreEnvironment.with(environment) {
        if let stub { return try await stub.load(request) }
        return try await query.page(request, in: context)
      }
      // A service may ignore the cancellation, and another attempt may be running.
      guard requests?.isRunning(attempt) == true else { throw CancellationError() }
      return page
    } catch {
      if requests?.isRunning(attempt) == true { pages[QueryKey(query)]?.hasFailed = true }
      throw error
    }
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
