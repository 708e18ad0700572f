/// Decides everything about a list that is loaded page by page: the next request, the request whose
/// response still counts, and the content of the list.
///
/// At most one request is out. A response to any other, such as one from before a refresh, changes
/// nothing, so that pages of two generations never mix. Each id is in the list once: a newer item
/// replaces the older one in its place, within a page as well as across pages. It loads nothing
/// itself.
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

  /// How to ask for a page.
  struct Origin {
    let cursor: Cursor?
    let kind: Request.Kind
  }

  /// What is known of the pages at both ends of the list.
  struct Ends {
    /// How each page that is kept was asked for; an old encoding does not say it.
    var origins: [Origin?]
    /// The pages known before those that are kept, the nearest last.
    var before: [Origin] = []
    /// The pages known after those that are kept, the nearest last.
    var after: [Origin] = []
    /// What is before the pages known.
    var beginning = Position.end
    /// One of the previous cursors of this generation, as `Pager.landmark`.
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
  let maximumPageCount: Int?
  var list = PageList<Item>()
  var ends = Ends()
  var position = Position.start
  var outstanding: Request?
  /// How many requests were made.
  var requestCount = 0
  /// The refresh that failed last; the list from before goes on.
  var failedRefresh: FailedRequest?
  /// One of the cursors of this generation: cursors that go round in a circle come by it again.
  var landmark: Cursor?

  /// Makes a pager whose first request has the cursor `first`.
  ///
  /// It keeps at most `maximumPageCount` pages, at least 1: when one more arrives, the one at the
  /// other end of the list is dropped, with the items that came with no other page.
  public init(first: Cursor? = nil, maximumPageCount: Int? = nil) {
    self.first = first
    self.maximumPageCount = maximumPageCount
  }

  // MARK: Reading

  /// The items of all pages that are kept, those of previous pages in front.
  public var items: [Item] { list.items }

  /// Where the end of the list stands; a request for the first or the next page that is out comes before everything else.
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

  /// Where the beginning of the list stands.
  public var previousPhase: PreviousPhase {
    if outstanding?.place == .front { return .loading }
    if case .failed(let failed) = ends.beginning { return .failed(failed.error) }
    if !ends.before.isEmpty { return .ready }
    if case .more = ends.beginning { return .ready }
    return .none
  }

  /// Why the list could not be loaded again, if that failed last; `phase` tells of the list from
  /// before, which goes on.
  public var refreshError: DisplayableError? { failedRefresh?.error }

  /// Whether a request is out.
  public var isLoading: Bool { outstanding != nil }

  /// How many pages the items are from.
  public var pageCount: Int { list.pageCount }

  /// How many pages were dropped from the front since the last refresh and did not come back.
  public var droppedPageCount: Int { list.droppedPageCount }

  // MARK: Asking

  /// Starts a new generation; the response to an earlier request counts no more.
  ///
  /// The items stay until the first page arrives, or go at once without `keepingItems`, as for a new
  /// query.
  public mutating func refresh(keepingItems: Bool = true) -> Request {
    if !keepingItems {
      list = PageList()
      ends = Ends()
      position = .start
      failedRefresh = nil
    }
    return askForFirst()
  }

  /// The next page to load, at first the first one.
  ///
  /// `nil` while a page is loading, when there are no more, and when one failed: that needs `retry`
  /// or `refresh`.
  public mutating func next() -> Request? {
    guard outstanding == nil else { return nil }
    switch position {
    case .start: return askForFirst()
    case .more(let cursor, _): return askAfter(Origin(cursor: cursor, kind: .next))
    case .end: return ends.after.last.map { askAfter($0) }
    case .failed: return nil
    }
  }

  /// The page before the first one that is kept: one that was dropped, or the one that the server
  /// named with it.
  ///
  /// `nil` while a page is loading, when there is none, and when one failed: that needs
  /// `retryPrevious` or `refresh`.
  public mutating func previous() -> Request? {
    guard outstanding == nil else { return nil }
    switch ends.beginning {
    case .failed: return nil
    case .more(let cursor, _): return askBefore(Origin(cursor: cursor, kind: .previous))
    case .start, .end: return ends.before.last.map { askBefore($0) }
    }
  }

  /// Asks for the page that failed once more, for the first one after a refresh that failed.
  ///
  /// `nil` if none did or if a page is loading.
  public mutating func retry() -> Request? {
    guard outstanding == nil else { return nil }
    if failedRefresh != nil { return refresh() }
    return retryNext()
  }

  /// Asks once more for the page at the end of the list that failed, also after a refresh that failed.
  mutating func retryNext() -> Request? {
    guard outstanding == nil, case .failed(let failed) = position else { return nil }
    if failed.request.isFirst { return askForFirst() }
    return askAfter(Origin(cursor: failed.request.cursor, kind: failed.request.kind))
  }

  /// Asks for the previous page that failed once more.
  ///
  /// `nil` if none did or if a page is loading.
  public mutating func retryPrevious() -> Request? {
    guard outstanding == nil, case .failed(let failed) = ends.beginning else { return nil }
    return askBefore(Origin(cursor: failed.request.cursor, kind: failed.request.kind))
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
    // Each landmark stands for twice as many pages as the one before: some are more than a circle has.
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
    switch request.place {
    case .all where !items.isEmpty:
      failedRefresh = failed
      return true
    case .all:
      // Pages without items are no list that could go on.
      list = PageList()
      ends = Ends()
      position = .failed(failed)
    case .end: position = .failed(failed)
    case .front: ends.beginning = .failed(failed)
    }
    failedRefresh = nil
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

  private mutating func ask(_ origin: Origin, page: Int, _ place: Request.Place) -> Request {
    // Numbers only have to differ: a decoded one may be any.
    requestCount &+= 1
    let request = Request(
      cursor: origin.cursor,
      page: page,
      kind: origin.kind,
      place: place,
      number: requestCount
    )
    outstanding = request
    return request
  }

  private mutating func end(_ request: Request) -> Bool {
    guard let outstanding, request.stands(for: outstanding) else { return false }
    self.outstanding = nil
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
  /// Whether both have the same list and wait for the same page, by requests of the same number.
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
