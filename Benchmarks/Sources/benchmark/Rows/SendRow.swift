import Figures
import Foundation
import ViewFeature

/// Middleware that is called and does nothing.
private struct IdleMiddleware: SynchronousActionMiddleware {
  func beforeAction<Action, State>(_ action: Action, state: State) {}

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) {}

  func onError<Action, State>(_ error: any Error, action: Action, state: State) {}
}

private struct FeatureWithMiddleware: Feature {
  func handle() -> ActionHandler<CounterFeature.Action, CounterState> {
    CounterFeature().handle().use(IdleMiddleware())
  }
}

enum SendRow: Row {
  static let name = "send"

  static func figures(rounds: Int) async -> [Figure] {
    let plain = CounterState()
    let store = CounterFeature.makeStore()
    let observed = Store(initialState: CounterState(), feature: FeatureWithMiddleware())
    let limit = "plain @Observable increment"
    let increment: Comparison.Block = { repetitions in
      for _ in 0..<repetitions { plain.count += 1 }
    }

    let send = await Comparison.measure(
      rounds: rounds,
      operation: { repetitions in
        for _ in 0..<repetitions { store.send(.increment) }
      },
      limit: increment
    )
    let sendAndWait = await Comparison.measure(
      rounds: rounds,
      operation: { repetitions in
        for _ in 0..<repetitions { await store.send(.increment).value }
      },
      limit: increment
    )
    let sendThroughMiddleware = await Comparison.measure(
      rounds: rounds,
      operation: { repetitions in
        for _ in 0..<repetitions { observed.send(.increment) }
      },
      limit: increment
    )
    return [
      Figure(row: name, "synchronous send", against: limit, send, highestRatio: 2),
      Figure(row: name, "synchronous send, .value", against: limit, sendAndWait, highestRatio: 3),
      Figure(
        row: name,
        "synchronous send, one synchronous middleware",
        against: limit,
        sendThroughMiddleware,
        highestRatio: 4
      ),
    ]
  }
}
