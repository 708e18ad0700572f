import Figures
import ViewFeature

enum IdleStoresRow: Row {
  static let name = "idle-stores"

  static func figures(rounds: Int) async -> [Figure] {
    let store = CounterFeature.makeStore()
    let plain = CounterState()
    let compare = {
      await Comparison.measure(
        rounds: rounds,
        operation: { repetitions in
          for _ in 0..<repetitions { store.send(.increment) }
        },
        limit: { repetitions in
          for _ in 0..<repetitions { plain.count += 1 }
        }
      )
    }
    let alone = await compare()
    var idleStores: [Store<CounterFeature>] = []
    var figures: [Figure] = []
    for count in [1_000, 10_000] {
      while idleStores.count < count { idleStores.append(CounterFeature.makeStore()) }
      figures.append(
        Figure(
          row: name,
          "synchronous send, \(count) idle stores",
          against: "synchronous send, no idle stores",
          await compare().since(alone),
          highestRatio: flat
        )
      )
    }
    return withExtendedLifetime(idleStores) { figures }
  }
}
