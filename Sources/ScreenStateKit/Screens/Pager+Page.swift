extension Pager {
  /// A page that was loaded for a request.
  public struct Page {
    /// The items, which may repeat ids.
    public var items: [Item]
    /// The cursor of the next page, if there is one.
    ///
    /// A page without items may have a next page.
    public var next: Cursor?
    /// The cursor of the previous page, if there is one.
    public var previous: Cursor?

    /// Creates a page; without `next` it is the last one, without `previous` the first one.
    public init(items: [Item], next: Cursor?, previous: Cursor? = nil) {
      self.items = items
      self.next = next
      self.previous = previous
    }
  }
}

extension Pager.Page: Sendable where Item: Sendable, Cursor: Sendable {}
extension Pager.Page: Equatable where Item: Equatable, Cursor: Equatable {}
extension Pager.Page: Encodable where Item: Encodable, Cursor: Encodable {}
extension Pager.Page: Decodable where Item: Decodable, Cursor: Decodable {}

extension Pager.Page where Cursor == Int {
  /// Creates a page from a server that numbers its pages and reports whether more follow.
  public init(items: [Item], hasMore: Bool, after request: Pager.Request) {
    self.init(items: items, next: hasMore ? request.pageNumber + 1 : nil)
  }

  /// Creates a page from a server that numbers its pages; more pages follow a full one.
  public init(items: [Item], pageSize: Int, after request: Pager.Request) {
    self.init(items: items, hasMore: items.count >= pageSize, after: request)
  }
}

extension Pager where Cursor == Int {
  /// Creates a pager for a server that numbers its pages, starting at `firstPage`.
  public init(firstPage: Int, maximumPageCount: Int? = nil) {
    self.init(first: firstPage, maximumPageCount: maximumPageCount)
  }
}
