/// Decides everything about a list that is loaded page by page: the next request, the request whose
/// response still counts, and the content of the list.
///
/// At most one request is out. A response to any other, such as one from before a refresh, changes
/// nothing, so that pages of two generations never mix. Each id is in the list once: a newer item
/// replaces the older one in its place, within a page as well as across pages. It loads nothing
/// itself.
public struct Pager<Item: Identifiable, Cursor> {
  fileprivate enum Position {
    case start
    case more(Cursor, page: Int)
    case end
    case failed(FailedRequest)
  }

  fileprivate struct FailedRequest: Equatable {
    let request: Request
    let error: DisplayableError
  }

  private let first: Cursor?
  private let maximumPageCount: Int?
  private var list = PageList<Item>()
  private var position = Position.start
  private var outstanding: Request?
  /// The refresh that failed last; the list from before goes on.
  private var failedRefresh: FailedRequest?
  /// One of the cursors of this generation: cursors that go round in a circle come by it again.
  private var landmark: Cursor?

  /// Makes a pager whose first request has the cursor `first`.
  ///
  /// It keeps at most `maximumPageCount` pages, at least 1: when one more arrives, the first of the
  /// list is dropped, with the items that came with it.
  public init(first: Cursor? = nil, maximumPageCount: Int? = nil) {
    self.first = first
    self.maximumPageCount = maximumPageCount
  }

  // MARK: Reading

  /// The items of all pages that are kept, in the order in which they first came.
  public var items: [Item] { list.items }

  /// Where the list stands; a request that is out comes before everything else.
  public var phase: Phase {
    if let outstanding { return outstanding.isFirst ? .loadingFirst : .loadingNext }
    switch position {
    case .start: return .idle
    case .more: return .ready
    case .end: return items.isEmpty ? .empty : .exhausted
    case .failed(let failed): return .failed(page: failed.request.page, failed.error)
    }
  }

  /// Why the list could not be loaded again, if that failed last; `phase` tells of the list from
  /// before, which goes on.
  public var refreshError: DisplayableError? { failedRefresh?.error }

  /// Whether a request is out.
  public var isLoading: Bool { outstanding != nil }

  /// How many pages the items are from.
  public var pageCount: Int { list.pageCount }

  /// How many pages were dropped from the front since the last refresh.
  public var droppedPageCount: Int { list.droppedPageCount }

  // MARK: Asking

  /// Starts a new generation; the response to an earlier request counts no more.
  ///
  /// The items stay until the first page arrives, or go at once without `keepingItems`, as for a new
  /// query.
  public mutating func refresh(keepingItems: Bool = true) -> Request {
    if !keepingItems {
      list = PageList()
      position = .start
      failedRefresh = nil
    }
    return ask(Request(cursor: first, page: 1))
  }

  /// The next page to load, at first the first one.
  ///
  /// `nil` while a page is loading, when there are no more, and when one failed: that needs `retry`
  /// or `refresh`.
  public mutating func next() -> Request? {
    guard outstanding == nil else { return nil }
    switch position {
    case .start: return ask(Request(cursor: first, page: 1))
    case .more(let cursor, let page): return ask(Request(cursor: cursor, page: page))
    case .end, .failed: return nil
    }
  }

  /// Asks for the page that failed once more, for the first one after a refresh that failed.
  ///
  /// `nil` if none did or if a page is loading.
  public mutating func retry() -> Request? {
    guard outstanding == nil else { return nil }
    if failedRefresh != nil { return refresh() }
    guard case .failed(let failed) = position else { return nil }
    return ask(Request(cursor: failed.request.cursor, page: failed.request.page))
  }

  // MARK: Answering

  /// Takes the page that `request` asked for.
  ///
  /// A next cursor that was there before ends the list, if cursors can be compared: the same pages
  /// would be loaded again and again.
  ///
  /// - Returns: `false`, and nothing changes, unless `request` is the one that is out.
  @discardableResult
  public mutating func receive(_ page: Page, for request: Request) -> Bool {
    guard end(request) else { return false }
    if request.isFirst { list = PageList() }
    list.append(page.items, limit: maximumPageCount)
    failedRefresh = nil
    // Each landmark stands for twice as many pages as the one before: some are more than a circle has.
    if request.page & (request.page - 1) == 0 { landmark = request.cursor }
    if let next = page.next, !isRepeated(next, after: request) {
      position = .more(next, page: request.page + 1)
    } else {
      position = .end
    }
    return true
  }

  /// Notes that `request` failed; an error that says that it was cancelled only cancels it.
  ///
  /// After a refresh that failed the list from before goes on: it has its next page.
  ///
  /// The items stay. A `DisplayableError` keeps its identity.
  ///
  /// - Returns: `false`, and nothing changes, unless `request` is the one that is out.
  @discardableResult
  public mutating func fail(_ error: any Error, for request: Request) -> Bool {
    guard end(request) else { return false }
    guard !saysCancelled(error) else { return true }
    let failed = FailedRequest(
      request: request,
      error: error as? DisplayableError ?? DisplayableError(error: error)
    )
    if request.isFirst, !items.isEmpty {
      failedRefresh = failed
    } else {
      failedRefresh = nil
      position = .failed(failed)
    }
    return true
  }

  /// Gives up `request`: everything but the items is as it was before, so that it can be asked for
  /// again.
  ///
  /// - Returns: `false`, and nothing changes, unless `request` is the one that is out.
  @discardableResult
  public mutating func cancel(_ request: Request) -> Bool {
    end(request)
  }

  // MARK: Changing items

  /// Replaces the item with the same id.
  ///
  /// - Returns: `false` if there is none.
  @discardableResult
  public mutating func update(_ item: Item) -> Bool {
    list.update(item)
  }

  /// Takes the item with this id out of the list; a later page may bring it back.
  @discardableResult
  public mutating func remove(id: Item.ID) -> Item? {
    list.remove(id)
  }

  private func isRepeated(_ next: Cursor, after request: Request) -> Bool {
    func isEqual<Other: Equatable>(_ cursor: Other) -> Bool {
      cursor == request.cursor as? Other || cursor == landmark as? Other
    }
    return (next as? any Equatable).map { isEqual($0) } ?? false
  }

  private mutating func ask(_ request: Request) -> Request {
    outstanding = request
    return request
  }

  private mutating func end(_ request: Request) -> Bool {
    guard request == outstanding else { return false }
    outstanding = nil
    return true
  }
}

extension Pager.Position: Equatable where Cursor: Equatable {}
extension Pager: Equatable where Item: Equatable, Cursor: Equatable {}
extension Pager.FailedRequest: Sendable where Cursor: Sendable {}
extension Pager.Position: Sendable where Cursor: Sendable {}
extension Pager: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}

// The identities of requests are those of a process: an encoded one that is out gets no response.
extension Pager.FailedRequest: Encodable where Cursor: Encodable {}
extension Pager.FailedRequest: Decodable where Cursor: Decodable {}
extension Pager.Position: Encodable where Cursor: Encodable {}
extension Pager.Position: Decodable where Cursor: Decodable {}
extension Pager: Encodable where Item: Encodable, Cursor: Encodable {}
extension Pager: Decodable where Item: Decodable, Cursor: Decodable {}
