/// The timeouts of a simulation, of which each has an amount of time that has to pass without progress.
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

  /// Takes a waiter out; `nil`: it has been taken before.
  mutating func remove(_ id: ID) -> Waiter? {
    guard let index = timeouts.firstIndex(where: { $0.id == id }) else { return nil }
    return timeouts.remove(at: index).waiter
  }

  /// Takes out the waiter whose time is over first, and the time until then, which passes for all.
  mutating func takeFirst() -> (waiter: Waiter, time: Duration)? {
    guard let shortest = timeouts.map(\.rest).min(),
      let index = timeouts.firstIndex(where: { $0.rest == shortest })
    else { return nil }
    let waiter = timeouts.remove(at: index).waiter
    for index in timeouts.indices { timeouts[index].rest -= shortest }
    return (waiter, shortest)
  }
}
