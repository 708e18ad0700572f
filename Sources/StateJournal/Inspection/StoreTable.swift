package import StateCore
package import StateRecord

/// A store of which a journal has entries.
package struct JournalStore: Sendable {
  package let id: StoreID
  package let description: StoreDescription
  /// The number of the entry with which its recording began.
  package let made: Int
  /// The number of the entry with which it has ended.
  package fileprivate(set) var ended: Int?
}

/// The stores of a journal, with those that have ended as long as their last entries are there.
struct StoreTable {
  private var stores: [StoreID: JournalStore] = [:]
  private var limit = 64

  mutating func add(_ entry: JournalEntry) {
    for store in entry.forgotten { end(store, entry.number) }
    switch entry.kind {
    case .storeMade(let description):
      stores[entry.store] = JournalStore(
        id: entry.store,
        description: description.withoutObjects,
        made: stores[entry.store]?.made ?? entry.number
      )
    case .storeEnded: end(entry.store, entry.number)
    default: return
    }
  }

  /// The stores in the order of their making.
  mutating func list(lastGone: Int) -> [JournalStore] {
    stores = stores.filter { $0.value.ended.map { $0 > lastGone } ?? true }
    return stores.values.sorted { $0.made < $1.made }
  }

  /// Forgets those whose entries have gone, from time to time.
  mutating func prune(lastGone: Int) {
    guard stores.count >= limit else { return }
    _ = list(lastGone: lastGone)
    limit = max(64, 2 * stores.count)
  }

  private mutating func end(_ store: StoreID, _ number: Int) {
    if stores[store]?.ended == nil { stores[store]?.ended = number }
  }
}
