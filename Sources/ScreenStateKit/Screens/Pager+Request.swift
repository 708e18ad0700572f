extension Pager {
  /// A page that a pager requests.
  ///
  /// Each one made differs from all others, so that a repeated request is a new one.
  public struct Request: Hashable {
    /// How a page is asked for.
    public enum Kind: String, Hashable, Sendable, Codable {
      /// With the pager's first cursor.
      case first
      /// With the `next` cursor of the page before it.
      case next
      /// With the `previous` cursor of the page after it.
      case previous
    }

    enum Place: String, Sendable, Codable { case all, end, front }

    /// Where the page begins, or ends for a previous one, as the page beside it said.
    public let cursor: Cursor?
    /// Which page of its generation this is: 1 is the first one, those before it are 0, -1 and so on.
    public let page: Int
    /// Which way the cursor leads.
    ///
    /// A page that was dropped is asked for again as it was the first time, with the same cursor.
    public let kind: Kind
    let place: Place
    /// How many its pager has made with it.
    let number: Int
    /// Tells it from those of other pagers; a decoded one has none.
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

    /// Whether both are copies of one request.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.number == rhs.number && lhs.identity == rhs.identity
    }

    /// Hashes what tells requests from each other.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(number)
      hasher.combine(identity)
    }

    /// Whether a response to this one is one to `other`: a decoded request stands for the one with its number and page.
    func stands(for other: Self) -> Bool {
      if identity != nil, other.identity != nil { return self == other }
      return number == other.number && isForThePage(of: other)
    }

    /// Whether both ask for the same, which two requests can.
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
  /// The cursor of a server that numbers its pages; 1 for a pager that was given no first page.
  public var pageNumber: Int { cursor ?? 1 }
}
