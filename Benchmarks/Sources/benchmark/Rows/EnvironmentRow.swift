import Figures
import ViewFeature

/// The cost of a read of a value from the environment that has 100 keys.
enum EnvironmentRow: Row {
  static let name = "environment"

  static func figures(rounds: Int) async -> [Figure] {
    let plain = CounterState()
    let reader = Reader()
    var environment = StoreEnvironment.live
    set(Never.self, 99, in: &environment)
    environment.step = 1
    let full = environment
    let increment: Comparison.Block = { repetitions in
      for _ in 0..<repetitions { plain.count += 1 }
    }

    let provided = await Comparison.measure(
      rounds: rounds,
      operation: { repetitions in
        StoreEnvironment.with(full) {
          var sum = 0
          for _ in 0..<repetitions { sum &+= reader.step }
          precondition(sum == repetitions)
        }
      },
      limit: increment
    )
    return [figure("@Provided, one of 100 keys", provided)]
  }

  private static func figure(_ operation: String, _ comparison: Comparison) -> Figure {
    var figure = Figure(
      row: name,
      operation,
      against: "plain @Observable increment",
      comparison,
      highestRatio: nil
    )
    figure.highestCost = 60
    return figure
  }

  /// Sets as many keys of different types.
  private static func set<Tag: Sendable>(
    _ tag: Tag.Type,
    _ count: Int,
    in environment: inout StoreEnvironment
  ) {
    if count == 0 { return }
    environment[TaggedKey<Tag>.self] = count
    set(Tag?.self, count - 1, in: &environment)
  }
}

private enum TaggedKey<Tag: Sendable>: StoreEnvironmentKey {
  static var liveValue: Int { 0 }
}

private enum StepKey: StoreEnvironmentKey {
  static let liveValue = 0
}

extension StoreEnvironment {
  fileprivate var step: Int {
    get { self[StepKey.self] }
    set { self[StepKey.self] = newValue }
  }
}

private struct Reader {
  @Provided(\.step) var step
}
