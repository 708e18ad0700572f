#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore
import StateJournal
import StateRecord

extension InspectorReader {
  /// Returns the entries of the app's caches of queries, at most this number of each cache.
  func queries(_ limit: Int) -> QueryList {
    QueryList(
      caches: SharedContents.all.map { number, content in
        InspectedCache(
          number: number,
          isOnline: content.isOnline,
          count: content.entryCount,
          queries: content.lastEntries(limit).map { InspectedQuery($0, in: journal) }
        )
      }
    )
  }
}

extension InspectedQuery {
  @MainActor
  fileprivate init(_ entry: SharedEntry, in journal: Journal) {
    number = entry.number
    name = entry.name
    query = EventValue(entry.query).text
    state =
      entry.error != nil
      ? .failed : entry.age == nil ? .empty : entry.isStale ? .stale : .fresh
    age = entry.age.map { $0 / .seconds(1) }
    isLoading = entry.isLoading
    nextAttempt = entry.nextAttempt
    error = entry.error.map { EventValue($0).text }
    watchers = entry.watcherCount
    waiters = entry.waiterCount
    isPending = entry.isPending
    attempt = entry.attempt.map { Attempt($0, in: journal) }
    simulated = entry.simulated.map { load in
      switch load {
      case .endless: .endless
      case .failing: .failing
      case .slow: .slow
      }
    }
  }
}

extension InspectedQuery.Attempt {
  @MainActor
  fileprivate init(_ note: any LoadNote, in journal: Journal) {
    number = note.attempt
    reason = note.reason
    entry = (note as? QueryRecord).flatMap { journal.startEntry(of: $0.id) }
    text = entry.flatMap { journal.entries.entry(number: $0) }
      .map { EntrySummary($0, in: journal).text }
  }
}
#endif
