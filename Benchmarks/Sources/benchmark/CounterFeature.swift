import ViewFeature

/// A feature that does almost nothing, so that the toolkit is measured.
struct CounterFeature: Feature {
  enum Action: Sendable {
    case increment
    /// Increments after the turn that an effect has given up once.
    case incrementLater
    case merge(Int)
    case concatenate(Int)
    /// An effect that runs until it is cancelled.
    case park(id: Int)
  }

  func handle() -> ActionHandler<Action, CounterState> {
    ActionHandler { action, state in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .incrementLater:
        return .run { state in
          await Task.yield()
          state.count += 1
        }
      case .merge(let count):
        return .merge((0..<count).map { _ in Effect.run { state in state.count += 1 } })
      case .concatenate(let count):
        return .concatenate((0..<count).map { _ in Effect.run { state in state.count += 1 } })
      case .park(let id):
        return .run(id: id) { _ in await Parking.shared.park() }
      }
    }
  }

  static func makeStore() -> Store<CounterFeature> {
    Store(initialState: CounterState(), feature: CounterFeature())
  }
}
