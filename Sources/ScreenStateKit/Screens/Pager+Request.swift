extension Pager {
  /// A page that a pager requests.
  ///
  /// Each one made differs from all others, so that a repeated request is a new one.
  public struct Request: Hashable {
    /// Where the page begins, as the page before it said.
    public let cursor: Cursor?
    /// Which page of its generation this is, counted from 1.
    public let page: Int
    private let identity = Identity()

    init(cursor: Cursor?, page: Int) {
      self.cursor = cursor
      self.page = page
    }

    /// Whether the page begins a generation.
    public var isFirst: Bool { page == 1 }

    /// Whether both are copies of one request.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.identity == rhs.identity
    }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(identity)
    }
  }
}

extension Pager.Request: Sendable where Cursor: Sendable {}

extension Pager.Request where Cursor == Int {
  /// The cursor of a server that numbers its pages; 1 for a pager that was given no first page.
  public var pageNumber: Int { cursor ?? 1 }
}
