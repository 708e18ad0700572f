// swift-format-ignore-file
import ViewFeature

enum S4Counter {
  // S4-2 (L37), the feature half (the view half needs SwiftUI)
  // 1. Define your feature with nested State and Action
  struct CounterFeature: StoreFeature {
    @Observable
    final class State {
      var count = 0

      init(count: Int = 0) {
        self.count = count
      }
  }

  enum Action: Sendable {
    case increment
    case decrement
    case asyncIncrement
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
        case .increment:
        state.count += 1
        return .none

        case .decrement:
        state.count -= 1
        return .none

        case .asyncIncrement:
        return .run(id: "increment") {
          // note: the example sleeps in the document; the tests of it run in virtual time.
          try await Task.sleep(for: .seconds(1))
          await store.send(.increment)
        }
    }
  }
  }
  }
}
