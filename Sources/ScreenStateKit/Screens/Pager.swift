import StateCore

/// The state of a paged list: its items, its next request, and the request whose response is still expected.
///
/// At most one request is in flight. A refresh starts a new *generation* of the list: the response to any earlier
/// request changes nothing, so pages from before and after the refresh never mix. Each id is in the list once: a newer
/// item replaces the older one at its position, within a page and across pages. A pager doesn't load anything itself.
public struct Pager<Item: Identifiable, Cursor> {
  enum Position {
    case start
    case more(Cursor, page: Int)
    case end
    case failed(FailedRequest)
  }

  struct FailedRequest {
    let request: Request
    let error: DisplayableError
  }

  /// The cursor and the kind with which to request a page.
  struct Origin {
    let cursor: Cursor?
    let kind: Request.Kind
  }

  /// The known pages at both ends of the list.
  struct Ends {
    /// The origin of each kept page; `nil` if an old encoding lacks it.
    var origins: [Origin?]
    /// The known pages before the kept ones, with the nearest last.
    var before: [Origin] = []
    /// The known pages after the kept ones, with the nearest last.
    var after: [Origin] = []
    /// The position before the known pages.
    var beginning = Position.end
    /// One of the previous cursors of this generation, like `Pager.landmark`.
    var landmark: Cursor?

    init(pageCount: Int = 0) {
      origins = Array(repeating: nil, count: pageCount)
    }
  }

  enum CodingKeys: CodingKey {
    case first, maximumPageCount, list, ends, position, outstanding, failedRefresh, landmark,
      requestCount
  }

  let first: Cursor?
  package var maximumPageCount: Int?
  var list = PageList<Item>()
  var ends = Ends()
  var position = Position.start
  var outstanding: Request?
  /// The request that was in flight when the pager was encoded, until the next request.
  var awaited: Request?
  /// The number of requests so far.
  var requestCount = 0
  /// The last refresh, if it failed; the list from before it stays in use.
  var failedRefresh: FailedRequest?
  /// One of the cursors of this generation, which appears again if cursors form a cycle.
  var landmark: Cursor?

  /// Creates a pager whose first request has the cursor `first`.
  ///
  /// It keeps at most `maximumPageCount` pages, at least 1. When another page arrives, the pager drops the page at the
  /// other end of the list, with the items that no other page contains.
  public init(first: Cursor? = nil, maximumPageCount: Int? = nil) {
    self.first = first
    self.maximumPageCount = maximumPageCount
  }

  // MARK: Reads

  /// The items of all kept pages, with those of previous pages in front.
  public var items: [Item] { list.items }

  /// The phase at the end of the list; a request for the first or the next page in flight takes precedence.
  public var phase: Phase {
    if let outstanding, outstanding.place != .front {
      return outstanding.isFirst ? .loadingFirst : .loadingNext
    }
    switch position {
    case .start: return .idle
    case .more: return .ready
    case .end where !ends.after.isEmpty: return .ready
    case .end: return items.isEmpty && previousPhase == .none ? .empty : .exhausted
    case .failed(let failed):
      return .failed(page: failed.request.isFirst ? 1 : max(2, failed.request.page), failed.error)
    }
  }

  /// The phase at the beginning of the list.
  public var previousPhase: PreviousPhase {
    if outstanding?.place == .front { return .loading }
    if case .failed(let failed) = ends.beginning { return .failed(failed.error) }
    if !ends.before.isEmpty { return .ready }
    if case .more = ends.beginning { return .ready }
    return .none
  }

  /// The error of the last refresh, if it failed; `phase` describes the list from before it, which stays in use.
  public var refreshError: DisplayableError? { failedRefresh?.error }

  /// Whether a request is in flight.
  public var isLoading: Bool { outstanding != nil }

  /// The number of pages that the items are from.
  package var pageCount: Int { list.pageCount }

  /// The number of pages that were dropped at the front since the last refresh and not loaded again.
  package var droppedPageCount: Int { list.droppedPageCount }

  // MARK: Requests

  /// Starts a new generation; the response to an earlier request is ignored.
  ///
  /// The items stay until the first page arrives. Without `keepingItems`, for example for a new query, they are removed
  /// immediately.
  public mutating func refresh(keepingItems: Bool = true) -> Request {
    if !keepingItems {
      list = PageList()
      ends = Ends()
      position = .start
      failedRefresh = nil
    }
    return askForFirst()
  }

  /// Requests the next page, or the first one at the beginning.
  ///
  /// Returns `nil` while a page is loading, if no more pages exist, and after a failure, which requires `retry` or
  /// `refresh`.
  public mutating func next() -> Request? {
    guard outstanding == nil else { return nil }
    switch position {
    case .start: return askForFirst()
    case .more(let cursor, _): return askAfter(Origin(cursor: cursor, kind: .next))
    case .end: return ends.after.last.map { askAfter($0) }
    case .failed: return nil
    }
  }

  /// Requests the page before the first kept one: a dropped page, or the one whose cursor the server provided.
  ///
  /// Returns `nil` while a page is loading, if no such page exists, and after a failure, which requires `retryPrevious`
  /// or `refresh`.
  public mutating func previous() -> Request? {
    guard outstanding == nil else { return nil }
    switch ends.beginning {
    case .failed: return nil
    case .more(let cursor, _): return askBefore(Origin(cursor: cursor, kind: .previous))
    case .start, .end: return ends.before.last.map { askBefore($0) }
    }
  }

  /// Requests the failed page again or, after a failed refresh, the first page.
  ///
  /// Returns `nil` if no page failed or if a page is loading.
  public mutating func retry() -> Request? {
    guard outstanding == nil else { return nil }
    if failedRefresh != nil { return refresh() }
    return retryNext()
  }

  /// Requests the failed page at the end of the list again, even after a failed refresh.
  mutating func retryNext() -> Request? {
    guard outstanding == nil, case .failed(let failed) = position else { return nil }
    if failed.request.isFirst { return askForFirst() }
    return askAfter(Origin(cursor: failed.request.cursor, kind: failed.request.kind))
  }

  /// Requests the failed previous page again.
  ///
  /// Returns `nil` if it didn't fail or if a page is loading.
  public mutating func retryPrevious() -> Request? {
    guard outstanding == nil, case .failed(let failed) = ends.beginning else { return nil }
    return askBefore(Origin(cursor: failed.request.cursor, kind: failed.request.kind))
  }

  // MARK: Responses

  /// Applies the page for `request`.
  ///
  /// If the server's cursors form a cycle, the list ends after at most three times as many pages as there are distinct
  /// cursors. A page that names its own cursor as the next one ends the list at once; the same holds for previous
  /// cursors. This requires cursors that can be compared.
  ///
  /// - Returns: `false` if `request` isn't the one in flight; then nothing changes.
  @discardableResult
  public mutating func receive(_ page: Page, for request: Request) -> Bool {
    guard end(request) else { return false }
    failedRefresh = nil
    if request.place == .front {
      putInFront(page, for: request)
      return true
    }
    if request.isFirst {
      list = PageList()
      ends = Ends()
      if let previous = page.previous { ends.beginning = .more(previous, page: 0) }
    }
    for _ in 0..<list.append(page.items, limit: maximumPageCount) { noteDroppedFirst() }
    ends.origins.append(Origin(cursor: request.cursor, kind: request.kind))
    // The distance between landmarks doubles, so eventually one of them covers a whole cycle of cursors.
    if request.isFirst { landmark = nil }
    if request.kind == .next, request.page > 0, request.page & (request.page - 1) == 0 {
      landmark = request.cursor
    }
    ends.after = ends.after.dropLast()
    position = .end
    if ends.after.isEmpty, let next = page.next,
      !isRepeated(next, in: [request.kind == .next ? request.cursor : nil, landmark])
    {
      position = .more(next, page: request.page + 1)
    }
    return true
  }

  /// Applies the failure of `request`; an error that reports a cancellation only cancels it.
  ///
  /// After a failed refresh, the previous list stays in use and keeps its next page.
  ///
  /// The items stay. A `DisplayableError` keeps its identity.
  ///
  /// - Returns: `false` if `request` isn't the one in flight; then nothing changes.
  @discardableResult
  public mutating func fail(_ error: any Error, for request: Request) -> Bool {
    guard end(request) else { return false }
    guard !saysCancelled(error) else { return true }
    let failed = FailedRequest(
      request: request,
      error: error as? DisplayableError ?? DisplayableError(error: error)
    )
    switch request.place {
    case .all where !items.isEmpty:
      failedRefresh = failed
      return true
    case .all:
      // Pages without items aren't a list that could stay in use.
      list = PageList()
      ends = Ends()
      position = .failed(failed)
    case .end: position = .failed(failed)
    case .front: ends.beginning = .failed(failed)
    }
    failedRefresh = nil
    return true
  }

  /// Cancels `request`, so that the page can be requested again.
  ///
  /// The items, and after `refresh(keepingItems: false)` also the ends and earlier errors, stay as the request left them.
  ///
  /// - Returns: `false` if `request` isn't the one in flight; then nothing changes.
  @discardableResult
  public mutating func cancel(_ request: Request) -> Bool {
    end(request)
  }

  // MARK: Item changes

  /// Replaces the item with the same id.
  ///
  /// - Returns: `false` if the list doesn't contain the id.
  @discardableResult
  public mutating func update(_ item: Item) -> Bool {
    list.update(item)
  }

  /// Removes the item with this id from the list; a later page may add it again.
  @discardableResult
  public mutating func remove(id: Item.ID) -> Item? {
    list.remove(id)
  }

  private mutating func putInFront(_ page: Page, for request: Request) {
    for _ in 0..<list.prepend(page.items, limit: maximumPageCount) { noteDroppedLast() }
    ends.origins.insert(Origin(cursor: request.cursor, kind: request.kind), at: 0)
    let distance = 1 - request.page
    if request.kind == .previous, distance > 0, distance & (distance - 1) == 0 {
      ends.landmark = request.cursor
    }
    ends.before = ends.before.dropLast()
    ends.beginning = .end
    if ends.before.isEmpty, let previous = page.previous,
      !isRepeated(previous, in: [request.kind == .previous ? request.cursor : nil, ends.landmark])
    {
      ends.beginning = .more(previous, page: request.page - 1)
    }
  }

  private mutating func noteDroppedFirst() {
    if ends.before.isEmpty, let origin = origin(ends.beginning, .previous) {
      ends.before = [origin]
    }
    ends.beginning = .end
    if let origin = ends.origins.removeFirst() { ends.before.append(origin) }
  }

  private mutating func noteDroppedLast() {
    if ends.after.isEmpty, let origin = origin(position, .next) { ends.after = [origin] }
    position = .end
    if let origin = ends.origins.removeLast() { ends.after.append(origin) }
  }

  private func origin(_ position: Position, _ kind: Request.Kind) -> Origin? {
    switch position {
    case .start, .end: nil
    case .more(let cursor, _): Origin(cursor: cursor, kind: kind)
    case .failed(let failed):
      Origin(cursor: failed.request.cursor, kind: failed.request.kind)
    }
  }

  private func isRepeated(_ next: Cursor, in earlier: [Cursor?]) -> Bool {
    func isEqual<Other: Equatable>(_ cursor: Other) -> Bool {
      earlier.contains { cursor == $0 as? Other }
    }
    return (next as? any Equatable).map { isEqual($0) } ?? false
  }

  private mutating func askAfter(_ origin: Origin) -> Request {
    ask(origin, page: list.nextPage, .end)
  }

  private mutating func askBefore(_ origin: Origin) -> Request {
    ask(origin, page: list.firstPage - 1, .front)
  }

  private mutating func askForFirst() -> Request {
    ask(Origin(cursor: first, kind: .first), page: 1, .all)
  }

  mutating func ask(_ origin: Origin, page: Int, _ place: Request.Place) -> Request {
    // Numbers only need to differ, and a decoded one can have any value.
    requestCount &+= 1
    let request = Request(
      cursor: origin.cursor,
      page: page,
      kind: origin.kind,
      place: place,
      number: requestCount
    )
    outstanding = request
    awaited = nil
    return request
  }

  private mutating func end(_ request: Request) -> Bool {
    guard let expected = outstanding ?? awaited, request.stands(for: expected) else { return false }
    outstanding = nil
    awaited = nil
    return true
  }
}

extension Pager.FailedRequest: Equatable where Cursor: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.request.asksTheSame(as: rhs.request) && lhs.error == rhs.error
  }
}
extension Pager.Origin: Equatable where Cursor: Equatable {}
extension Pager.Ends: Equatable where Cursor: Equatable {}
extension Pager.Position: Equatable where Cursor: Equatable {}
extension Pager: Equatable where Item: Equatable, Cursor: Equatable {
  /// Returns whether both have the same list and expect the same page, by requests with the same number.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    let waitsForTheSame =
      switch (lhs.outstanding, rhs.outstanding) {
      case (let left?, let right?): left.number == right.number && left.asksTheSame(as: right)
      case (nil, nil): true
      case (nil, _), (_, nil): false
      }
    return waitsForTheSame && lhs.first == rhs.first && lhs.list == rhs.list && lhs.ends == rhs.ends
      && lhs.maximumPageCount == rhs.maximumPageCount && lhs.position == rhs.position
      && lhs.failedRefresh == rhs.failedRefresh && lhs.landmark == rhs.landmark
  }
}
extension Pager.FailedRequest: Sendable where Cursor: Sendable {}
extension Pager.Origin: Sendable where Cursor: Sendable {}
extension Pager.Ends: Sendable where Cursor: Sendable {}
extension Pager.Position: Sendable where Cursor: Sendable {}
extension Pager: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}

extension Pager.FailedRequest: Encodable where Cursor: Encodable {}
extension Pager.FailedRequest: Decodable where Cursor: Decodable {}
extension Pager.Origin: Encodable where Cursor: Encodable {}
extension Pager.Origin: Decodable where Cursor: Decodable {}
extension Pager.Ends: Encodable where Cursor: Encodable {}
extension Pager.Ends: Decodable where Cursor: Decodable {}
extension Pager.Position: Encodable where Cursor: Encodable {}
extension Pager.Position: Decodable where Cursor: Decodable {}
extension Pager: Encodable where Item: Encodable, Cursor: Encodable {}
