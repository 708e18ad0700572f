/// The parts of a request where it is encoded.
private enum RequestKey: CodingKey { case cursor, page }

extension Pager.Request: Encodable where Cursor: Encodable {
  /// Encodes the cursor and the number of the page; the identity is that of a process.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: RequestKey.self)
    try container.encodeIfPresent(cursor, forKey: .cursor)
    try container.encode(page, forKey: .page)
  }
}

extension Pager.Request: Decodable where Cursor: Decodable {
  /// Makes a new request for the same page.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RequestKey.self)
    self.init(
      cursor: try container.decodeIfPresent(Cursor.self, forKey: .cursor),
      page: try container.decode(Int.self, forKey: .page)
    )
  }
}
