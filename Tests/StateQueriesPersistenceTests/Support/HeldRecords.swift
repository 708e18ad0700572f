import StateCore
import StateQueries
import StateRequests

/// The records of a cache, whose readings end when the test says so.
@MainActor
final class HeldRecords: QueryRecords {
  private let records: any QueryRecords
  private var isHeld = true
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(_ records: any QueryRecords) {
    self.records = records
  }

  /// Ends all readings, and later ones at once.
  func release() {
    isHeld = false
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  nonisolated func hasRecord(_ key: QueryKey) -> Bool { records.hasRecord(key) }

  func read(_ key: QueryKey) async -> RequestRecord<QueryContent>? {
    let record = await records.read(key)
    if isHeld { await withCheckedContinuation { waiters.append($0) } }
    return record
  }

  func store(_ record: RequestRecord<QueryContent>, _ key: QueryKey, hasDependencies: Bool) {
    records.store(record, key, hasDependencies: hasDependencies)
  }

  func remove(_ key: QueryKey) { records.remove(key) }
  func invalidate(_ key: QueryKey) { records.invalidate(key) }
  func invalidate(_ tags: Set<QueryTag>) { records.invalidate(tags) }
  func clear(_ completion: @escaping @MainActor () -> Void) { records.clear(completion) }
  func flush() { records.flush() }
}
