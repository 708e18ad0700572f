/// The waits in a simulation, in the order in which they began.
struct WaitList {
  typealias ID = Int

  private var lastID = 0
  private var waits: [(id: ID, describe: @Sendable () -> String)] = []

  var descriptions: [String] { waits.map { $0.describe() } }

  /// Adds a wait.
  ///
  /// `describe` is called only if the wait is reported.
  mutating func add(_ describe: @escaping @Sendable () -> String) -> ID {
    lastID += 1
    waits.append((lastID, describe))
    return lastID
  }

  mutating func remove(_ id: ID) {
    waits.removeAll { $0.id == id }
  }
}
