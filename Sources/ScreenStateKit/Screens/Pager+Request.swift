extension Pager {
  /// A page that a pager requests.
  ///
  /// Each request is unique, so a repeated request is a new one.
  public struct Request: Hashable {
    /// The kind of cursor in a request.
    public enum Kind: String, Hashable, Sendable, Codable {
      /// The pager's first cursor.
      case first
      /// The `next` cursor of the page before.
      case next
      /// The `previous` cursor of the page after.
      case previous
    }

    enum Place: String, Sendable, Codable { case all, end, front }

    /// The cursor that the adjacent page provided: the start of the page or, for a previous page, its end.
    public let cursor: Cursor?
    /// The number of the page in its generation: the first page is 1, and the pages before it are 0, -1, and so on.
    public let page: Int
    /// The kind of the cursor.
    ///
    /// A dropped page is requested again like the first time, with the same cursor.
    public let kind: Kind
    let place: Place
    /// The number of requests of its pager, including this one.
    let number: Int
    /// The identity that distinguishes requests of different pagers; `nil` for a decoded request.
    private let identity: Identity?

    init(cursor: Cursor?, page: Int, kind: Kind, place: Place, number: Int, isDecoded: Bool = false)
    {
      self.cursor = cursor
      self.page = page
      self.kind = kind
      self.place = place
      self.number = number
      identity = isDecoded ? nil : Identity()
    }

    /// Whether the page begins a generation.
    public var isFirst: Bool { place == .all }

    /// Returns whether both are copies of one request.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.number == rhs.number && lhs.identity == rhs.identity
    }

    /// Hashes the values that distinguish requests.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(number)
      hasher.combine(identity)
    }

    /// Returns whether a response to this request is a response to `other`.
    ///
    /// A decoded request represents the one with its number and page.
    func stands(for other: Self) -> Bool {
      if identity != nil, other.identity != nil { return self == other }
      return number == other.number && isForThePage(of: other)
    }

    /// Returns whether two requests, even different ones, request the same page.
    func asksTheSame(as other: Self) -> Bool where Cursor: Equatable {
      cursor == other.cursor && isForThePage(of: other)
    }

    private func isForThePage(of other: Self) -> Bool {
      page == other.page && kind == other.kind && place == other.place
    }
  }
}

extension Pager.Request: Sendable where Cursor: Sendable {}

extension Pager.Request where Cursor == Int {
  /// The cursor of a server that numbers its pages; 1 if the pager has no first page.
  public var pageNumber: Int { cursor ?? 1 }
}
