import Figures
import ViewFeature

enum MergeRow: Row {
  static let name = "merge"

  static func figures(rounds: Int) async -> [Figure] {
    let plain = CounterState()
    let store = CounterFeature.makeStore()
    let merge = { (children: Int) -> Comparison.Block in
      { repetitions in
        for _ in 0..<repetitions { await store.send(.merge(children)).value }
      }
    }
    let compare = { (children: Int) in
      await Comparison.measure(
        rounds: rounds,
        parts: (children, children),
        operation: merge(children),
        limit: { repetitions in
          for _ in 0..<repetitions {
            await withDiscardingTaskGroup { group in
              for _ in 0..<children {
                group.addTask { @MainActor in plain.count += 1 }
              }
            }
          }
        }
      )
    }
    let growth = await Comparison.measure(
      rounds: rounds,
      parts: (1000, 100),
      operation: merge(1000),
      limit: merge(100)
    )
    let limit = "discarding task group, per child"
    return [
      Figure(
        row: name,
        "merge of 100 effects, per child",
        against: limit,
        await compare(100),
        highestRatio: 1.6
      ),
      Figure(
        row: name,
        "merge of 1,000 effects, per child",
        against: limit,
        await compare(1000),
        highestRatio: 1.6
      ),
      Figure(
        row: name,
        "merge of 1,000 effects, per child",
        against: "merge of 100, per child",
        growth,
        highestRatio: flat
      ),
    ]
  }
}
