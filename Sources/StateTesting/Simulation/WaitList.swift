/// The waiters of a simulation, in the order in which they began to wait.
struct WaitList {
  typealias ID = Int

  private var lastID = 0
  private var waits: [(id: ID, describe: @Sendable () -> String)] = []

  var descriptions: [String] { waits.map { $0.describe() } }

  /// Enters a wait; `describe` is called only if it has to be reported.
  mutating func add(_ describe: @escaping @Sendable () -> String) -> ID {
    lastID += 1
    waits.append((lastID, describe))
    return lastID
  }

  mutating func remove(_ id: ID) {
    waits.removeAll { $0.id == id }
  }
}
