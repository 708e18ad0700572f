import Figures
import ViewFeature

enum ConcatenateRow: Row {
  static let name = "concatenate"

  static func figures(rounds: Int) async -> [Figure] {
    let plain = CounterState()
    let store = CounterFeature.makeStore()
    let concatenate = { (children: Int) -> Comparison.Block in
      { repetitions in
        for _ in 0..<repetitions { await store.send(.concatenate(children)).value }
      }
    }
    let makeOperations = { (children: Int) in
      (0..<children).map { _ -> @MainActor @Sendable (CounterState) async -> Void in
        { state in state.count += 1 }
      }
    }
    // The sender of an action continues, as the creator of a task does.
    let inTask = { (children: Int) -> Comparison.Block in
      { repetitions in
        for _ in 0..<repetitions {
          let operations = makeOperations(children)
          await Task { @MainActor in
            for operation in operations { await operation(plain) }
          }.value
        }
      }
    }
    let inLoop = { (children: Int) -> Comparison.Block in
      { repetitions in
        for _ in 0..<repetitions {
          for operation in makeOperations(children) { await operation(plain) }
        }
      }
    }
    var figures: [Figure] = []
    for (children, number) in [(100, "100"), (1000, "1,000")] {
      figures.append(
        Figure(
          row: name,
          "concatenation of \(number) effects, per child",
          against: "task that awaits the closures in a loop",
          await Comparison.measure(
            rounds: rounds,
            parts: (children, children),
            operation: concatenate(children),
            limit: inTask(children)
          ),
          highestRatio: 1.5
        )
      )
    }
    let toLoop = await Comparison.measure(
      rounds: rounds,
      parts: (1000, 1000),
      operation: concatenate(1000),
      limit: inLoop(1000)
    )
    return figures + [
      Figure(
        row: name,
        "concatenation of 1,000 effects, per child",
        against: "the loop in the sender's own task",
        toLoop,
        highestRatio: nil
      )
    ]
  }
}
