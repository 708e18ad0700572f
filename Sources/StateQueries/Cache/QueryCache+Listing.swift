package import StateCore
import StateRequests

extension QueryCache: SharedContent {
  package var entryCount: Int { count }

  package func lastEntries(_ count: Int) -> [SharedEntry] {
    requests.lastEntries(count).map { entry in
      SharedEntry(
        number: inspection.number(of: entry.key),
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
        attempt: attempts.last[entry.key],
        simulated: inspection.simulatedLoad(of: entry.key)
      )
    }
  }

  package var isOnline: Bool { requests.isOnline }

  package func connect(_ isOnline: Bool) { receive(isOnline ? .online : .offline) }

  package func change(_ entry: Int, _ change: SharedEntryChange) -> Bool {
    guard let key = inspection.key(entry), requests[key] != nil else { return false }
    switch change {
    case .reload: askForReload(of: key)
    case .invalidate: invalidate(key.query)
    case .remove: remove(key.query)
    case .simulate(let load):
      inspection.simulate(load, of: key)
      askForReload(of: key)
    }
    return true
  }

  /// Loads an entry again, like `reload(_:)`, without a caller that waits.
  private func askForReload(of key: QueryKey) {
    let joinsTurn = prepareReload(of: key)
    let options = RequestOptions(key.query.options)
    _ = requests.ask(for: key, options, isReload: true, joinsTurn: joinsTurn) { _ in }
  }
}
