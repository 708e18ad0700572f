import Figures
import StateCore

enum RegistryRow: Row {
  static let name = "registry"

  static func figures(rounds: Int) async -> [Figure] {
    let few = KeyedWork(held: 1_000)
    let many = KeyedWork(held: 100_000)
    let limit = "dictionary, insert and remove"
    let fewHeld = await Comparison.measure(
      rounds: rounds,
      operation: few.register,
      limit: few.enterIntoDictionary
    )
    let manyHeld = await Comparison.measure(
      rounds: rounds,
      operation: many.register,
      limit: many.enterIntoDictionary
    )
    return [
      Figure(
        row: name,
        "task registered and ended, 1,000 held",
        against: limit,
        fewHeld,
        highestRatio: 2
      ),
      Figure(
        row: name,
        "task registered and ended, 100,000 held",
        against: limit,
        manyHeld,
        highestRatio: 2
      ),
      Figure(
        row: name,
        "task registered and ended, 100,000 held",
        against: "the same, 1,000 held, as in a dictionary",
        // So many keys don't fit into the processor's cache. The dictionary's loss by that is excluded.
        manyHeld.since(fewHeld),
        highestRatio: 1.5
      ),
    ]
  }
}

/// A registry and a dictionary that contain the same amount of work.
@MainActor
private final class KeyedWork {
  private let registry = TaskRegistry()
  private var dictionary: [AnyHashable: Task<Void, Never>] = [:]
  private let task = Task<Void, Never> {}
  private let held: Int

  init(held: Int) {
    self.held = held
    for id in 0..<held {
      if let work = begin(id) { registry.work.attach(task, to: work) }
      dictionary[id] = task
    }
  }

  func register(_ repetitions: Int) {
    for id in held..<(held + repetitions) {
      guard let work = begin(id) else { fatalError("The key is in use.") }
      registry.work.attach(task, to: work)
      registry.work.end(work)
    }
  }

  private func begin(_ id: Int) -> RunningWork.ID? {
    registry.work.begin(
      WorkRequest(parent: registry.owner, key: TaskKey(id), rule: .restart)
    )
  }

  func enterIntoDictionary(_ repetitions: Int) {
    for id in held..<(held + repetitions) {
      dictionary[id] = task
      dictionary[id] = nil
    }
  }
}
