import ScreenStateKit
import StateJournal
import ViewFeature

extension Probe {
  static let effect = makeEffectProbe(name: "effect", .effect)
  /// `effect` in a store of a flight recorder.
  static let effectInFlight = Probe(
    name: "effect-flight",
    makeSimulatedPath: {
      let store = Store(initialState: EffectState(), feature: EffectFeature())
      let recorder = makeFlightRecorder()
      recorder.record(store)
      return { repetitions in
        for _ in 0..<repetitions { await store.send(.effect).value }
        withExtendedLifetime(recorder) {}
      }
    }
  )
  static let merge = makeEffectProbe(name: "merge-of-10", .merge)
  static let concatenation = makeEffectProbe(name: "concatenation-of-10", .concatenation)

  /// Two effects, of which the second replaces the first.
  static let keyedEffects = Probe(
    name: "keyed-effects",
    makeSimulatedPath: {
      let store = Store(initialState: EffectState(), feature: EffectFeature())
      return { repetitions in
        for _ in 0..<repetitions {
          store.send(.keyed)
          await store.send(.keyed).value
        }
      }
    }
  )

  private static func makeEffectProbe(name: String, _ action: EffectFeature.Action) -> Probe {
    Probe(
      name: name,
      makeSimulatedPath: {
        let store = Store(initialState: EffectState(), feature: EffectFeature())
        return { repetitions in
          for _ in 0..<repetitions { await store.send(action).value }
        }
      }
    )
  }
}

@Observable
@MainActor
private final class EffectState {
  var count = 0
}

private struct EffectFeature: Feature {
  enum Action: Sendable {
    /// Gives up its turn once.
    case effect
    case merge
    case concatenation
    case keyed
  }

  func handle() -> ActionHandler<Action, EffectState> {
    ActionHandler { action, _ in
      switch action {
      case .effect:
        .run { state in
          await Task.yield()
          state.count += 1
        }
      case .merge: .merge((0..<10).map { _ in .run { $0.count += 1 } })
      case .concatenation: .concatenate((0..<10).map { _ in .run { $0.count += 1 } })
      case .keyed: .run(id: "key") { $0.count += 1 }
      }
    }
  }
}
