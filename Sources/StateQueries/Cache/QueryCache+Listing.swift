package import StateCore
import StateRequests

extension QueryCache: SharedContent {
  package var entryCount: Int { count }

  package func lastEntries(_ count: Int) -> [SharedEntry] {
    requests.lastEntries(count).map { entry in
      SharedEntry(
        query: entry.key.query,
        name: "\(type(of: entry.key.query))",
        age: entry.age,
        isStale: entry.isStale,
        isLoading: entry.view.isLoading,
        nextAttempt: entry.view.retry?.nextAttempt,
        error: entry.view.error ?? entry.view.retry?.error,
        watcherCount: entry.view.watcherCount,
        waiterCount: entry.waiterCount,
        isPending: entry.view.isPending,
        attempt: attempts.last[entry.key]
      )
    }
  }
}
