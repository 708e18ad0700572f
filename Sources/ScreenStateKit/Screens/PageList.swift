/// The items of a paged list, each id once, and which page each came with.
struct PageList<Item: Identifiable> {
  private(set) var items: [Item] = []
  private(set) var droppedPageCount = 0
  /// How many of the items came with each page that is kept.
  private var pageSizes: [Int] = []
  /// Where each item stands, counted from the first item that was ever there.
  private var positions: [Item.ID: Int] = [:]
  private var droppedItemCount = 0

  var pageCount: Int { pageSizes.count }

  func index(of id: Item.ID) -> Int? {
    positions[id].map { $0 - droppedItemCount }
  }

  /// Adds a page at the end; first drops pages at the front, so that `limit` are left with it.
  ///
  /// An item whose id is there already replaces the older one in its place.
  mutating func append(_ page: [Item], limit: Int?) {
    if let limit {
      while pageSizes.count >= max(limit, 1) { dropFirstPage() }
    }
    var size = 0
    for item in page where !update(item) {
      positions[item.id] = droppedItemCount + items.count
      items.append(item)
      size += 1
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
    positions[id] = nil
    for moved in items[index...] { positions[moved.id, default: 0] -= 1 }
    var firstOfNextPage = 0
    for page in pageSizes.indices {
      firstOfNextPage += pageSizes[page]
      guard index < firstOfNextPage else { continue }
      pageSizes[page] -= 1
      break
    }
    return item
  }

  private mutating func dropFirstPage() {
    let size = pageSizes.removeFirst()
    for item in items.prefix(size) { positions[item.id] = nil }
    items.removeFirst(size)
    droppedItemCount += size
    droppedPageCount += 1
  }
}

extension PageList: Equatable where Item: Equatable {}
extension PageList: Sendable where Item: Sendable, Item.ID: Sendable {}
