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
        waiterCount: entry.waiterCount - (inspection.awaitsReload(of: entry.key) ? 1 : 0),
        isPending: entry.view.isPending,
        attempt: attempts.last[entry.key],
        simulated: inspection.simulatedLoad(of: entry.key)
      )
    }
  }

  package var isOnline: Bool { requests.isOnline }

  package func connect(_ isOnline: Bool, by inspector: InspectorID) {
    inspection.connect(isOnline, by: inspector, wasOnline: requests.isOnline)
    take(isOnline ? .online : .offline)
  }

  package func change(
    _ entry: Int,
    _ change: SharedEntryChange,
    by inspector: InspectorID
  ) -> Bool {
    guard let key = inspection.key(entry), requests[key] != nil else { return false }
    switch change {
    case .reload: askForReload(of: key)
    case .invalidate: invalidate(key.query)
    case .remove: remove(key.query)
    case .simulate(let load):
      inspection.simulate(load, of: key, by: inspector)
      askForReload(of: key)
    }
    return true
  }

  package func release(_ inspector: InspectorID) {
    for key in inspection.keys(chosenBy: inspector) {
      inspection.simulate(nil, of: key, by: inspector)
      askForReload(of: key)
    }
    if let isOnline = inspection.endConnection(of: inspector) {
      take(isOnline ? .online : .offline)
    }
  }

  /// Loads an entry again, like `reload(_:)`.
  ///
  /// At most one caller waits for it, and none if the load is endless.
  private func askForReload(of key: QueryKey) {
    let isPage = pageLoads.pages[key]?.side != nil
    if !isPage, let attempt = inspection.heldAttempt(of: key), requests.isRunning(attempt) {
      // The attempt hasn't begun its own work. Another one of this load may have loaded pages.
      pageLoads.pages[key]?.progress = nil
      return
    }
    let joinsTurn = prepareReload(of: key)
    let options = RequestOptions(key.query.options)
    let reload = QueryInspection.Reload()
    let earlier = inspection.begin(reload, of: key)
    reload.caller =
      requests.ask(for: key, options, isReload: true, joinsTurn: joinsTurn) { [inspection] _ in
        inspection.end(reload, of: key)
      }
    if let caller = earlier?.caller { requests.leave(caller) }
    // The load may already wait.
    if inspection.simulatedLoad(of: key) == .endless, inspection.heldAttempt(of: key) != nil {
      leaveReload(of: key)
    }
  }

  /// Ends the wait of an inspector for a load that never ends.
  func leaveReload(of key: QueryKey) {
    if let caller = inspection.takeCaller(of: key) { requests.leave(caller) }
  }
}
