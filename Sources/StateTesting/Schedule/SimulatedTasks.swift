/// The numbers of the tasks of a simulation, and of those that other threads created in the meantime.
///
/// The runtime numbers tasks in the order of their creation.
package struct SimulatedTasks {
  package private(set) var own: Set<UInt64> = []
  private var foreign: Set<UInt64> = []
  private var first: UInt64?

  package init() {}

  /// Adds a task of the simulation.
  ///
  /// The first one is that of its body.
  package mutating func insert(_ id: UInt64) {
    first = first ?? id
    own.insert(id)
  }

  /// Notes that another thread continues a task that doesn't belong to the simulation.
  package mutating func noteForeign(_ id: UInt64) {
    if let first, id > first { foreign.insert(id) }
  }

  /// Whether a task was created outside of the simulation.
  package func isForeign(_ id: UInt64) -> Bool {
    guard let first, !own.contains(id) else { return false }
    return id < first || foreign.contains(id)
  }
}

/// The tasks of earlier simulations, which may still wait.
///
/// Simulations run one after another, so the numbers of each one are above those of all earlier ones.
package struct EarlierTasks {
  private let limit: Int
  private var ranges: [ClosedRange<UInt64>] = []

  /// Creates a list that removes the older half of its ranges at a limit.
  package init(limit: Int = 1_000_000) {
    self.limit = limit
  }

  /// Adds the tasks of a simulation that has ended.
  package mutating func add(_ tasks: Set<UInt64>) {
    let known = ranges.last?.upperBound ?? 0
    for id in tasks.sorted() where id > known {
      if let last = ranges.last, last.upperBound + 1 == id {
        ranges[ranges.count - 1] = last.lowerBound...id
      } else {
        ranges.append(id...id)
      }
    }
    if ranges.count > limit { ranges.removeFirst(ranges.count - limit / 2) }
  }

  package func contains(_ id: UInt64) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < id { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(id)
  }
}
