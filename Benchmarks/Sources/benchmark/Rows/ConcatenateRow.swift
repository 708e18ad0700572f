import Figures
import ViewFeature

enum ConcatenateRow: Row {
  static let name = "concatenate"

  static func figures(rounds: Int) async -> [Figure] {
    let plain = CounterState()
    let store = CounterFeature.makeStore()
    let compare = { (children: Int) in
      await Comparison.measure(
        rounds: rounds,
        parts: (children, children),
        operation: { repetitions in
          for _ in 0..<repetitions { await store.send(.concatenate(children)).value }
        },
        limit: { repetitions in
          for _ in 0..<repetitions {
            let operations = (0..<children).map { _ -> @MainActor (CounterState) async -> Void in
              { state in state.count += 1 }
            }
            await Task { @MainActor in
              for operation in operations { await operation(plain) }
            }.value
          }
        }
      )
    }
    let limit = "task that awaits the closures in a loop"
    return [
      Figure(
        row: name,
        "concatenation of 100 effects, per child",
        against: limit,
        await compare(100),
        highestRatio: 1.5
      ),
      Figure(
        row: name,
        "concatenation of 1,000 effects, per child",
        against: limit,
        await compare(1000),
        highestRatio: 1.5
      ),
    ]
  }
}
