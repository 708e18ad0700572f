import StateRecord

/// The entries with which the latest changes of outboxes began, and the latest attempts to send them.
struct SentChanges {
  private var entries: [OutboxEvent.ID: Int] = [:]
  /// The number of entries above which the older half is forgotten.
  static let limit = 4_096

  var count: Int { entries.count }

  func entry(of id: OutboxEvent.ID) -> Int? { entries[id] }

  /// Notes the first entry about a change or an attempt.
  mutating func note(_ id: OutboxEvent.ID, _ entry: Int) {
    guard entries[id] == nil else { return }
    entries[id] = entry
    guard entries.count > Self.limit else { return }
    let middle = entries.values.sorted()[entries.count / 2]
    entries = entries.filter { $0.value >= middle }
  }
}
