import Observation

@MainActor
@Observable
final class CounterState {
  var count = 0
}
