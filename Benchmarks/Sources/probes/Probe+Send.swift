import Foundation
import ScreenStateKit
import ViewFeature

extension Probe {
  static let send = Probe(name: "send") {
    let store = Store(initialState: Counter(), feature: CounterFeature<Increment>())
    return { repetitions in
      for _ in 0..<repetitions { store.send(Increment()) }
    }
  }

  static let lockedSend = Probe(name: "send-locked-and-loading") {
    let store = Store(initialState: Counter(), feature: CounterFeature<LockedIncrement>())
    return { repetitions in
      for _ in 0..<repetitions { store.send(LockedIncrement()) }
    }
  }

  static let sendThroughMiddleware = Probe(name: "send-through-middleware") {
    let feature = CounterFeature<Increment>(middleware: IdleMiddleware())
    let store = Store(initialState: Counter(), feature: feature)
    return { repetitions in
      for _ in 0..<repetitions { store.send(Increment()) }
    }
  }
}

private struct Increment: Sendable {}

private struct LockedIncrement: ActionLockable, LoadingTrackable, Hashable, Sendable {
  var canTrackLoading: Bool { true }
}

@Observable
private final class Counter: ScreenState {
  var count = 0
}

private struct CounterFeature<Action: Sendable>: Feature {
  var middleware: IdleMiddleware?

  func handle() -> ActionHandler<Action, Counter> {
    let handler = ActionHandler<Action, Counter> { _, state in
      state.count += 1
      return .none
    }
    return middleware.map { handler.use($0) } ?? handler
  }
}

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
