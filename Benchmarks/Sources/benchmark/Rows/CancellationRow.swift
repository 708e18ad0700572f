import Figures
import ViewFeature

enum CancellationRow: Row {
  static let name = "cancellation"

  static func figures(rounds: Int) async -> [Figure] {
    let effects = 10_000
    let store = CounterFeature.makeStore()
    let parking = Parking.shared
    var tasks: [Int: Task<Void, Never>] = [:]

    let startEffects = {
      for id in 0..<effects { store.send(.park(id: id)) }
      await parking.waitForCount(effects)
    }
    let cancelEffects = {
      store.cancelAllTasks()
      await parking.waitForCount(0)
    }
    let startTasks = {
      for id in 0..<effects { tasks[id] = Task { @MainActor in await parking.park() } }
      await parking.waitForCount(effects)
    }
    let cancelTasks = {
      for task in tasks.values { task.cancel() }
      await parking.waitForCount(0)
      tasks = [:]
    }

    let time = await Comparison.measure(
      rounds: rounds,
      parts: (effects, effects),
      operation: { repetitions in
        for _ in 0..<repetitions {
          await startEffects()
          await cancelEffects()
        }
      },
      limit: { repetitions in
        for _ in 0..<repetitions {
          await startTasks()
          await cancelTasks()
        }
      }
    )
    let effectBytes = await bytes(startEffects, cancelEffects)
    let taskBytes = await bytes(startTasks, cancelTasks)
    return [
      Figure(
        row: name,
        "10,000 keyed effects, started and cancelled, each",
        against: "tasks in a dictionary",
        time,
        highestRatio: 1.5
      ),
      Figure(
        row: name,
        "10,000 keyed effects, memory at the peak, each",
        against: "tasks in a dictionary",
        bytes: effectBytes / Double(effects),
        limitBytes: taskBytes / Double(effects),
        highestRatio: 1.5
      ),
    ]
  }

  /// The memory allocated between `start` and `end`.
  private static func bytes(_ start: () async -> Void, _ end: () async -> Void) async -> Double {
    let before = Heap.bytesInUse
    await start()
    let bytes = Heap.bytesInUse - before
    await end()
    return Double(bytes)
  }
}
