/// The items of a paged list, each id once, and the last page that each came with.
struct PageList<Item: Identifiable> {
  private struct Place: Equatable, Sendable {
    /// Counted from the first item that was ever there.
    var position: Int
    /// The last page that the item came with, counted from 1.
    var page: Int
  }

  private(set) var items: [Item] = []
  private(set) var droppedPageCount = 0
  /// How many of the items stand where each page that is kept has them.
  private var pageSizes: [Int] = []
  private var places: [Item.ID: Place] = [:]
  private var droppedItemCount = 0

  var pageCount: Int { pageSizes.count }

  func index(of id: Item.ID) -> Int? {
    places[id].map { $0.position - droppedItemCount }
  }

  /// Adds a page at the end; first drops pages at the front, so that `limit` are left with it.
  ///
  /// An item whose id is there already replaces the older one in its place, and stays for as long as
  /// this page does.
  mutating func append(_ page: [Item], limit: Int?) {
    if let limit {
      while pageSizes.count >= max(limit, 1) { dropFirstPage() }
    }
    let number = droppedPageCount + pageCount + 1
    var size = 0
    for item in page {
      if update(item) {
        places[item.id]?.page = number
      } else {
        places[item.id] = Place(position: droppedItemCount + items.count, page: number)
        items.append(item)
        size += 1
      }
    }
    pageSizes.append(size)
  }

  /// Replaces the item with the same id.
  ///
  /// `false`: there is none.
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
    var firstOfNextPage = 0
    for page in pageSizes.indices {
      firstOfNextPage += pageSizes[page]
      guard index < firstOfNextPage else { continue }
      pageSizes[page] -= 1
      break
    }
    return item
  }

  /// Drops the items that came with no later page; the others stay in front of the next one's.
  private mutating func dropFirstPage() {
    let size = pageSizes.removeFirst()
    droppedPageCount += 1
    var kept: [Item] = []
    for item in items.prefix(size) {
      if places[item.id]?.page == droppedPageCount {
        places[item.id] = nil
      } else {
        kept.append(item)
      }
    }
    items.replaceSubrange(..<size, with: kept)
    droppedItemCount += size - kept.count
    for (index, item) in kept.enumerated() {
      places[item.id]?.position = droppedItemCount + index
    }
    if !pageSizes.isEmpty { pageSizes[0] += kept.count }
  }
}

extension PageList: Equatable where Item: Equatable {}
extension PageList: Sendable where Item: Sendable, Item.ID: Sendable {}

extension PageList {
  private enum Key: CodingKey { case items, pages, pageSizes, droppedPageCount, droppedItemCount }
}

extension PageList: Encodable where Item: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(items, forKey: .items)
    try container.encode(items.map { places[$0.id]?.page ?? 0 }, forKey: .pages)
    try container.encode(pageSizes, forKey: .pageSizes)
    try container.encode(droppedPageCount, forKey: .droppedPageCount)
    try container.encode(droppedItemCount, forKey: .droppedItemCount)
  }
}

extension PageList: Decodable where Item: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    items = try container.decode([Item].self, forKey: .items)
    pageSizes = try container.decode([Int].self, forKey: .pageSizes)
    droppedPageCount = try container.decode(Int.self, forKey: .droppedPageCount)
    droppedItemCount = try container.decode(Int.self, forKey: .droppedItemCount)
    let pages = try container.decode([Int].self, forKey: .pages)
    for (index, (item, page)) in zip(items, pages).enumerated() {
      let (position, isTooLarge) = droppedItemCount.addingReportingOverflow(index)
      if isTooLarge { break }
      places[item.id] = Place(position: position, page: page)
    }
    let allPages = droppedPageCount.addingReportingOverflow(pageSizes.count)
    let counts = 0...items.count
    guard places.count == items.count, pages.count == items.count,
      pageSizes.allSatisfy(counts.contains), pageSizes.reduce(0, +) == items.count,
      (0...Int.max / 2).contains(droppedPageCount), (0...Int.max / 2).contains(droppedItemCount),
      !allPages.overflow,
      pages.allSatisfy((0...allPages.partialValue).contains)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .items,
        in: container,
        debugDescription: "The items and their pages do not belong together"
      )
    }
  }
}
