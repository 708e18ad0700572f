/// The timeouts of a simulation.
///
/// Each one expires after an amount of time without progress.
struct TimeoutList<Waiter> {
  typealias ID = Int

  private struct Timeout {
    let id: ID
    var rest: Duration
    let waiter: Waiter
  }

  private var lastID = 0
  private var timeouts: [Timeout] = []

  mutating func makeID() -> ID {
    lastID += 1
    return lastID
  }

  mutating func add(_ waiter: Waiter, id: ID, after duration: Duration) {
    timeouts.append(Timeout(id: id, rest: max(duration, .zero), waiter: waiter))
  }

  /// Removes a waiter.
  ///
  /// Returns `nil` if it was already removed.
  mutating func remove(_ id: ID) -> Waiter? {
    guard let index = timeouts.firstIndex(where: { $0.id == id }) else { return nil }
    return timeouts.remove(at: index).waiter
  }

  /// Removes the waiter that expires first.
  ///
  /// Returns it with the remaining time, which passes for all waiters.
  mutating func takeFirst() -> (waiter: Waiter, time: Duration)? {
    guard let shortest = timeouts.map(\.rest).min(),
      let index = timeouts.firstIndex(where: { $0.rest == shortest })
    else { return nil }
    let waiter = timeouts.remove(at: index).waiter
    for index in timeouts.indices { timeouts[index].rest -= shortest }
    return (waiter, shortest)
  }
}
