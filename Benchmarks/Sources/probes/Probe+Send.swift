import Foundation
import ScreenStateKit
import StateJournal
import ViewFeature

extension Probe {
  static let send = Probe(name: "send") {
    let store = Store(initialState: Counter(), feature: CounterFeature<Increment>())
    return { repetitions in
      for _ in 0..<repetitions { store.send(Increment()) }
    }
  }

  /// `send` in a store of a flight recorder.
  static let sendInFlight = Probe(name: "send-flight") {
    let store = Store(initialState: Counter(), feature: CounterFeature<Increment>())
    let recorder = makeFlightRecorder()
    recorder.record(store)
    return { repetitions in
      for _ in 0..<repetitions { store.send(Increment()) }
      withExtendedLifetime(recorder) {}
    }
  }

  /// The same with an enumeration whose cases have values.
  static let sendOfCaseInFlight = Probe(name: "send-flight-of-case") {
    let store = Store(initialState: Counter(), feature: CounterFeature<CounterAction>())
    let recorder = makeFlightRecorder()
    recorder.record(store)
    return { repetitions in
      for number in 0..<repetitions { store.send(.set("a", number)) }
      withExtendedLifetime(recorder) {}
    }
  }

  @MainActor
  static func makeFlightRecorder() -> FlightRecorder {
    let name = "flight-\(ProcessInfo.processInfo.processIdentifier)"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    do {
      return try FlightRecorder.start(in: folder)
    } catch {
      fatalError("The flight recorder doesn't start: \(error)")
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

private enum CounterAction: Sendable {
  case increment
  case set(String, Int)
  case load(page: Int)
}

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
