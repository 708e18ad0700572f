/// Decides everything about a list that is loaded page by page: what to ask for next, whose answer
/// still counts and what the list then holds.
///
/// At most one request is out. An answer to any other, such as one from before a refresh, changes
/// nothing, so that pages of two generations never mix. Each id is in the list once: a newer item
/// replaces the older one in its place, within a page as well as across pages. It loads nothing
/// itself.
public struct Pager<Item: Identifiable, Cursor> {
  fileprivate enum Position {
    case start
    case more(Cursor, page: Int)
    case end
    case failed(Request, DisplayableError)
  }

  private let first: Cursor?
  private let maximumPageCount: Int?
  private var list = PageList<Item>()
  private var position = Position.start
  private var outstanding: Request?

  /// Makes a pager whose first request has the cursor `first`.
  ///
  /// It keeps at most `maximumPageCount` pages, at least 1: when one more arrives, the first of the
  /// list is dropped, with the items that came with it.
  public init(first: Cursor? = nil, maximumPageCount: Int? = nil) {
    self.first = first
    self.maximumPageCount = maximumPageCount
  }

  // MARK: What there is

  /// The items of all pages that are kept, in the order in which they first came.
  public var items: [Item] { list.items }

  /// Where the list stands; a request that is out comes before everything else.
  public var phase: Phase {
    if let outstanding { return outstanding.isFirst ? .loadingFirst : .loadingNext }
    switch position {
    case .start: return .idle
    case .more: return .ready
    case .end: return items.isEmpty ? .empty : .exhausted
    case .failed(let request, let error): return .failed(page: request.page, error)
    }
  }

  /// Whether a request is out.
  public var isLoading: Bool { outstanding != nil }

  /// How many pages the items are from.
  public var pageCount: Int { list.pageCount }

  /// How many pages were dropped from the front since the last refresh.
  public var droppedPageCount: Int { list.droppedPageCount }

  // MARK: Asking

  /// Starts a new generation; the answer to an earlier request counts no more.
  ///
  /// The items stay until the first page arrives, or go at once without `keepingItems`, as for a new
  /// query.
  public mutating func refresh(keepingItems: Bool = true) -> Request {
    if !keepingItems {
      list = PageList()
      position = .start
    }
    return ask(Request(cursor: first, page: 1))
  }

  /// What to load next, the first page to begin with.
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

  /// Asks for the page that failed once more.
  ///
  /// `nil` if none did or if a page is loading.
  public mutating func retry() -> Request? {
    guard outstanding == nil, case .failed(let request, _) = position else { return nil }
    return ask(Request(cursor: request.cursor, page: request.page))
  }

  // MARK: Answering

  /// Takes the page that `request` asked for.
  ///
  /// - Returns: `false`, and nothing changes, unless `request` is the one that is out.
  @discardableResult
  public mutating func receive(_ page: Page, for request: Request) -> Bool {
    guard end(request) else { return false }
    if request.isFirst { list = PageList() }
    list.append(page.items, limit: maximumPageCount)
    position = page.next.map { .more($0, page: request.page + 1) } ?? .end
    return true
  }

  /// Notes that `request` failed; a `CancellationError` only cancels it.
  ///
  /// The items stay. A `DisplayableError` keeps its identity.
  ///
  /// - Returns: `false`, and nothing changes, unless `request` is the one that is out.
  @discardableResult
  public mutating func fail(_ error: any Error, for request: Request) -> Bool {
    guard end(request) else { return false }
    if !(error is CancellationError) {
      position = .failed(request, error as? DisplayableError ?? DisplayableError(error: error))
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
extension Pager.Position: Sendable where Cursor: Sendable {}
extension Pager: Sendable where Item: Sendable, Item.ID: Sendable, Cursor: Sendable {}
