import Figures
import ViewFeature

enum EffectRow: Row {
  static let name = "effect"

  static func figures(rounds: Int) async -> [Figure] {
    let plain = CounterState()
    let store = CounterFeature.makeStore()
    let comparison = await Comparison.measure(
      rounds: rounds,
      operation: { repetitions in
        for _ in 0..<repetitions { await store.send(.incrementLater).value }
      },
      limit: { repetitions in
        for _ in 0..<repetitions {
          await Task { @MainActor in
            await Task.yield()
            plain.count += 1
          }.value
        }
      }
    )
    return [
      Figure(
        row: name,
        "effect that yields once, sent and awaited",
        against: "task that yields once, awaited",
        comparison,
        highestRatio: 1.3
      )
    ]
  }
}
