/// The items of a paged list, with unique ids, and the pages that contain each of them.
struct PageList<Item: Identifiable> {
  private struct Place: Sendable {
    /// The position relative to `start`, which moves when items are added or removed at the front.
    var position: Int
    /// The number of kept pages that contain the item.
    var pageCount = 0
  }

  private(set) var items: [Item] = []
  /// The number of pages that were dropped at the front and not loaded again.
  private(set) var droppedPageCount = 0
  /// The number of the first kept page.
  private(set) var firstPage = 1
  /// The ids of each kept page, without duplicates.
  private var pages: [[Item.ID]] = []
  private var places: [Item.ID: Place] = [:]
  private var start = 0

  var pageCount: Int { pages.count }
  /// The number of the page after the last kept one.
  var nextPage: Int { firstPage + pageCount }

  func index(of id: Item.ID) -> Int? {
    places[id].map { $0.position - start }
  }

  /// Appends a page and first drops pages at the front, so that at most `limit` pages remain.
  ///
  /// An item with a known id replaces the older item at its position, and stays while any page that contains it is
  /// kept. The result is the number of dropped pages.
  @discardableResult
  mutating func append(_ page: [Item], limit: Int?) -> Int {
    let excess = excess(limit)
    for _ in 0..<excess {
      let ids = pages.removeFirst()
      firstPage += 1
      droppedPageCount += 1
      drop(ids)
    }
    for item in page where !update(item) {
      places[item.id] = Place(position: start + items.count)
      items.append(item)
    }
    pages.append(ids(of: page))
    return excess
  }

  /// Inserts a page at the front and first drops pages at the end, so that at most `limit` pages remain.
  ///
  /// It follows the rules of `append`.
  @discardableResult
  mutating func prepend(_ page: [Item], limit: Int?) -> Int {
    let excess = excess(limit)
    for _ in 0..<excess { drop(pages.removeLast()) }
    var added: [Item] = []
    var indices: [Item.ID: Int] = [:]
    for item in page where !update(item) {
      if let index = indices[item.id] {
        added[index] = item
      } else {
        indices[item.id] = added.count
        added.append(item)
      }
    }
    items.insert(contentsOf: added, at: 0)
    start -= added.count
    for (index, item) in added.enumerated() { places[item.id] = Place(position: start + index) }
    pages.insert(ids(of: page), at: 0)
    firstPage -= 1
    droppedPageCount = max(0, droppedPageCount - 1)
    return excess
  }

  /// Replaces the item with the same id.
  ///
  /// Returns `false` if the list doesn't contain the id.
  mutating func update(_ item: Item) -> Bool {
    guard let index = index(of: item.id) else { return false }
    items[index] = item
    return true
  }

  mutating func remove(_ id: Item.ID) -> Item? {
    guard let index = index(of: id) else { return nil }
    let item = items.remove(at: index)
    places[id] = nil
    for moved in items[index...] { places[moved.id]?.position -= 1 }
    for page in pages.indices { pages[page].removeAll { $0 == id } }
    return item
  }

  private func excess(_ limit: Int?) -> Int {
    limit.map { max(0, pageCount - max($0, 1) + 1) } ?? 0
  }

  /// Counts a page for its items, all of which are in the list, and returns their ids.
  private mutating func ids(of page: [Item]) -> [Item.ID] {
    var seen: Set<Item.ID> = []
    let ids = page.map(\.id).filter { seen.insert($0).inserted }
    for id in ids { places[id]?.pageCount += 1 }
    return ids
  }

  /// Drops the items that no other page contains.
  private mutating func drop(_ ids: [Item.ID]) {
    var gone: Set<Item.ID> = []
    for id in ids {
      places[id]?.pageCount -= 1
      if places[id]?.pageCount == 0 { gone.insert(id) }
    }
    if items.prefix(gone.count).allSatisfy({ gone.contains($0.id) }) {
      items.removeFirst(gone.count)
      start += gone.count
    } else if items.suffix(gone.count).allSatisfy({ gone.contains($0.id) }) {
      items.removeLast(gone.count)
    } else {
      items.removeAll { gone.contains($0.id) }
      for (index, item) in items.enumerated() { places[item.id]?.position = start + index }
    }
    for id in gone { places[id] = nil }
  }
}

extension PageList: Equatable where Item: Equatable {
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.items == rhs.items && lhs.pages == rhs.pages && lhs.firstPage == rhs.firstPage
      && lhs.droppedPageCount == rhs.droppedPageCount
  }
}
extension PageList: Sendable where Item: Sendable, Item.ID: Sendable {}

extension PageList {
  private enum Key: CodingKey {
    case items, pageItems, firstPage, droppedPageCount
    /// The keys of the first format, which stored only the last page of each item.
    case pages, pageSizes
  }
}

extension PageList: Encodable where Item: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(items, forKey: .items)
    try container.encode(pages.map { $0.compactMap(index(of:)) }, forKey: .pageItems)
    try container.encode(firstPage, forKey: .firstPage)
    try container.encode(droppedPageCount, forKey: .droppedPageCount)
  }
}

extension PageList: Decodable where Item: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    items = try container.decode([Item].self, forKey: .items)
    droppedPageCount = try container.decode(Int.self, forKey: .droppedPageCount)
    let indices: [[Int]]
    if let pageItems = try container.decodeIfPresent([[Int]].self, forKey: .pageItems) {
      firstPage = try container.decode(Int.self, forKey: .firstPage)
      indices = pageItems
    } else {
      let (next, isTooLarge) = droppedPageCount.addingReportingOverflow(1)
      firstPage = isTooLarge ? .max : next
      indices = try Self.pageItems(in: container, of: items.count, from: firstPage)
    }
    for (index, item) in items.enumerated() { places[item.id] = Place(position: index) }
    let numbers = -Int.max / 2...Int.max / 2
    let isConsistent =
      places.count == items.count && droppedPageCount >= 0 && numbers.contains(droppedPageCount)
      && numbers.contains(firstPage)
      && indices.allSatisfy { page in
        page.allSatisfy(items.indices.contains) && Set(page).count == page.count
      }
    if isConsistent {
      for page in indices { pages.append(ids(of: page.map { items[$0] })) }
    }
    guard isConsistent, places.values.allSatisfy({ $0.pageCount > 0 }) else {
      throw Self.inconsistency(in: container)
    }
  }

  private static func pageItems(
    in container: KeyedDecodingContainer<Key>,
    of count: Int,
    from firstPage: Int
  ) throws -> [[Int]] {
    let pages = try container.decode([Int].self, forKey: .pages)
    let sizes = try container.decode([Int].self, forKey: .pageSizes)
    guard pages.count == count, sizes.allSatisfy((0...count).contains),
      sizes.reduce(0, +) == count
    else { throw inconsistency(in: container) }
    var pageItems = sizes.map { _ in [Int]() }
    for (index, page) in pages.enumerated() {
      let (offset, isTooLarge) = page.subtractingReportingOverflow(firstPage)
      guard !isTooLarge, pageItems.indices.contains(offset) else {
        throw inconsistency(in: container)
      }
      pageItems[offset].append(index)
    }
    return pageItems
  }

  private static func inconsistency(in container: KeyedDecodingContainer<Key>) -> DecodingError {
    .dataCorruptedError(
      forKey: .items,
      in: container,
      debugDescription: "The items don't match their pages"
    )
  }
}
