/// The keys of an encoded request.
private enum RequestKey: CodingKey { case cursor, page, kind, place, number }

extension Pager.Request: Encodable where Cursor: Encodable {
  /// Encodes the requested page and the number of the request.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: RequestKey.self)
    try container.encodeIfPresent(cursor, forKey: .cursor)
    try container.encode(page, forKey: .page)
    try container.encode(kind, forKey: .kind)
    try container.encode(place, forKey: .place)
    try container.encode(number, forKey: .number)
  }
}

extension Pager.Request: Decodable where Cursor: Decodable {
  /// Creates a request whose response counts as the response to the encoded one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RequestKey.self)
    let page = try container.decode(Int.self, forKey: .page)
    self.init(
      cursor: try container.decodeIfPresent(Cursor.self, forKey: .cursor),
      page: page,
      kind: try container.decodeIfPresent(Kind.self, forKey: .kind) ?? (page == 1 ? .first : .next),
      place: try container.decodeIfPresent(Place.self, forKey: .place) ?? (page == 1 ? .all : .end),
      number: try container.decodeIfPresent(Int.self, forKey: .number) ?? 0,
      isDecoded: true
    )
  }
}

extension Pager: Decodable where Item: Decodable, Cursor: Decodable {
  /// Decodes a pager as it was before the request in flight; one that was encoded without previous pages has none.
  ///
  /// In a replay of a session, the response to that request is still applied, unless another request precedes it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    first = try container.decodeIfPresent(Cursor.self, forKey: .first)
    maximumPageCount = try container.decodeIfPresent(Int.self, forKey: .maximumPageCount)
    list = try container.decode(PageList<Item>.self, forKey: .list)
    ends =
      try container.decodeIfPresent(Ends.self, forKey: .ends) ?? Ends(pageCount: list.pageCount)
    position = try container.decode(Position.self, forKey: .position)
    awaited = try container.decodeIfPresent(Request.self, forKey: .outstanding)
    requestCount =
      try container.decodeIfPresent(Int.self, forKey: .requestCount) ?? awaited?.number ?? 0
    failedRefresh = try container.decodeIfPresent(FailedRequest.self, forKey: .failedRefresh)
    landmark = try container.decodeIfPresent(Cursor.self, forKey: .landmark)
    guard ends.origins.count == list.pageCount else {
      throw DecodingError.dataCorruptedError(
        forKey: .ends,
        in: container,
        debugDescription: "The pages don't match their cursors"
      )
    }
  }
}
