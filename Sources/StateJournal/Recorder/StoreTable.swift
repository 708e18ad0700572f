package import StateCore
package import StateRecord

/// A store with entries in a journal.
package struct JournalStore: Sendable {
  package let id: StoreID
  package let description: StoreDescription
  /// The number of the entry with which its recording began.
  package let made: Int
  /// The number of the entry with which it ended.
  package fileprivate(set) var ended: Int?
}

/// The stores of a journal, including ended ones whose last entries are still kept.
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

  /// Returns the stores in the order of their creation.
  mutating func list(lastGone: Int) -> [JournalStore] {
    stores = stores.filter { $0.value.ended.map { $0 > lastGone } ?? true }
    return stores.values.sorted { $0.made < $1.made }
  }

  /// Occasionally removes stores whose entries were removed.
  mutating func prune(lastGone: Int) {
    guard stores.count >= limit else { return }
    _ = list(lastGone: lastGone)
    limit = max(64, 2 * stores.count)
  }

  private mutating func end(_ store: StoreID, _ number: Int) {
    if stores[store]?.ended == nil { stores[store]?.ended = number }
  }
}
