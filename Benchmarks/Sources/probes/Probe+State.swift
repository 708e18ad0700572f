import ScreenStateKit

extension Probe {
  static let stateWrite = Probe(name: "state-write-observed") {
    let state = WordState()
    return { repetitions in
      for count in 0..<repetitions {
        // Observed as a view does it: once, for what it has read.
        withObservationTracking {
          _ = state.count
        } onChange: {
        }
        state.updateState { $0.count = count }
      }
    }
  }

  static let screenState = Probe(name: "screen-loading-on-and-off") {
    let parent = ScreenState()
    let state = ScreenState(states: parent)
    return { repetitions in
      for _ in 0..<repetitions {
        state.loadingStarted()
        state.loadingFinished()
      }
      withExtendedLifetime(parent) {}
    }
  }
}

@Observable
private final class WordState: ScreenState, StateUpdatable {
  var count = 0
}
