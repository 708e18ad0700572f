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
